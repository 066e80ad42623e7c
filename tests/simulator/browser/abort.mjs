// `AbortController`, as far as the package and its callers use it. The real one would take most of the time of a schedule.

export class AbortSignal {
  aborted = false;
  reason = undefined;
  #listeners = new Set();

  static any(signals) {
    const signal = new AbortSignal();
    for (const other of signals) {
      if (other.aborted) signal.fire(other.reason);
      else other.addEventListener("abort", () => signal.fire(other.reason));
    }
    return signal;
  }

  addEventListener(_type, listener) {
    this.#listeners.add(listener);
  }

  removeEventListener(_type, listener) {
    this.#listeners.delete(listener);
  }

  fire(reason) {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of [...this.#listeners]) listener({ type: "abort" });
  }
}

export class AbortController {
  signal = new AbortSignal();

  abort(reason = ABORTED) {
    this.signal.fire(reason);
  }
}

const ABORTED = Object.freeze({ name: "AbortError" });
