// The sign-outs that a page has called or heard of. While one stands, no user is shown, and nothing is read.

/** How long the lock of another tab stands at most. */
const LONGEST_MS = 60_000;

/** By the clock that has run further. */
export const passed = (from, to) => Math.max(to.wall - from.wall, to.mono - from.mono);

/** One sign-out. `name`: the number by which the tabs know it. */
export class SignOut {
  name = undefined;
  /** The other tabs were told so. */
  isOver = false;
}

export class Locks {
  #world;
  #longestMs;
  /**
   * Called here: `failure` is the code of its newest try. Before an engine runs: `isConfirmed` by the answer to the entry's, or
   * `endsWithEngine`, for a user has signed in elsewhere.
   */
  own = undefined;
  /** Called elsewhere, and when this page has heard of each. */
  #others = new Map();
  /** Of these the page may have heard. */
  #perhaps = new Map();

  constructor(world, timeoutMs) {
    this.#world = world;
    this.#longestMs = Math.min(timeoutMs, LONGEST_MS);
  }

  /** A sign-out is called here. One that stands goes on, and what failed before counts no more. */
  call() {
    this.own ??= { signOut: new SignOut() };
    this.own.signOut.isOver = false;
    Object.assign(this.own, {
      clocks: this.#world.clocks(),
      failure: undefined,
      isConfirmed: false,
      endsWithEngine: false,
      mayHaveFailed: false,
    });
  }

  addOther(signOut, clocks = this.#world.clocks()) {
    this.#others.set(signOut, clocks);
  }

  mayAddOther(signOut, clocks = this.#world.clocks()) {
    this.#perhaps.set(signOut, clocks);
  }

  /** Those that a session which begins now may get, and since when each stands. Its locks last for `timeoutMs`. */
  knownFor({ timeoutMs }) {
    const { own } = this;
    const now = this.#world.clocks();
    return [...this.#others, ...(own ? [[own.signOut, own.clocks]] : [])].filter(
      ([, since]) => passed(since, now) < Math.min(timeoutMs, LONGEST_MS),
    );
  }

  endOwn() {
    this.own = undefined;
  }

  endOther(signOut) {
    for (const list of [this.#perhaps, this.#others]) list.delete(signOut);
  }

  endAll() {
    this.own = undefined;
    this.#others.clear();
    this.#perhaps.clear();
  }

  /** One stands for certain: no clock says that its time is over. */
  get stand() {
    return (this.own !== undefined && !this.own.isOverPerhaps) || this.standElsewhere;
  }

  get standElsewhere() {
    const now = this.#world.clocks();
    return [...this.#others.values()].some((since) => passed(since, now) < this.#longestMs);
  }

  /** Whether one of another tab may stand: its time is not over, by the clock that counts only while the machine is awake. */
  get mayStandElsewhere() {
    const { mono } = this.#world.clocks();
    return [...this.#others.values(), ...this.#perhaps.values()].some(
      (since) => mono - since.mono <= this.#longestMs,
    );
  }
}
