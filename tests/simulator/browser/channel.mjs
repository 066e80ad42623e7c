// `BroadcastChannel`: messages take their time, in order from one channel to another, and in any order otherwise.

const MESSAGES = ["signed-in", "signed-out", "changed", "sign-out-over"];

/** The class for the pages of a stage's world. */
export function createBroadcastChannel(stage) {
  return class BroadcastChannel {
    onmessage = null;
    #world = stage.world;
    #client = stage.world.current;
    #listeners = new Set();
    /** When the newest message from a channel will be here, by channel. */
    #latest = new Map();

    constructor(name) {
      this.name = name;
      this.#world.channels.add(this);
      this.#client.channels.add(this);
    }

    addEventListener(_type, listener, { signal } = {}) {
      this.#listeners.add(listener);
      signal?.addEventListener("abort", () => this.#listeners.delete(listener));
    }

    removeEventListener(_type, listener) {
      this.#listeners.delete(listener);
    }

    postMessage(data) {
      const world = this.#world;
      world.check(MESSAGES.includes(data), "channel", `a message said ${data}`);
      world.note("tell", this.#client, data);
      const about = this.#client.tells(data);
      for (const other of world.channels) {
        if (other !== this && other.name === this.name) other.#expect(this, data, about);
      }
      reachTheRest(world, this.#client, data, about);
    }

    close() {
      this.#world.channels.delete(this);
      this.#client.channels.delete(this);
    }

    #expect(sender, data, about) {
      const delay = delayOf(this.#world);
      if (delay === undefined) return;
      const { agenda } = this.#world;
      const due = Math.max(agenda.monoMs() + delay, this.#latest.get(sender) ?? 0);
      this.#latest.set(sender, due);
      agenda.add(due - agenda.monoMs(), null, "message", () => this.#arrives(data, about));
    }

    #arrives(data, about) {
      const client = this.#client;
      // A page in the back/forward cache hears nothing.
      if (!this.#world.channels.has(this) || client.tab.cached) return undefined;
      return this.#world.deliver(client, `message ${data}`, "told", () => {
        if (!this.#world.channels.has(this)) return;
        client.watch.told(data, about);
        client.wire.urge();
        if (data === "signed-out") client.wire.waits(client.options.timeoutMs);
        this.onmessage?.({ data });
        for (const listener of [...this.#listeners]) listener({ data });
      });
    }
  };
}

/** How long a message takes; `undefined`: it is lost. */
function delayOf({ latency, fair }) {
  if (!fair && latency.chance(0.02)) return undefined;
  return latency.chance(0.8) ? latency.below(20) : latency.below(5_000);
}

/** A page of this deployment that is there and does not listen yet is in reach of the word all the same. */
function reachTheRest(world, sender, data, about) {
  for (const client of world.clients) {
    const listens = client === sender || client.channels.size > 0 || !client.options.tabs;
    if (listens || client.closed || client.deployment !== sender.deployment) continue;
    const delay = delayOf(world);
    if (delay === undefined) continue;
    world.agenda.add(delay, null, "unheard", () => {
      if (client.closed || client.tab.cached) return undefined;
      return world.deliver(client, `unheard ${data}`, "told", () => client.watch.told(data, about));
    });
  }
}
