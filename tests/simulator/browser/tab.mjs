// Tabs, and the sessions that live in them.

/** One tab: what its page knows of itself. */
export class Tab {
  visible = true;
  online = true;
  /** What the page was last told of it. */
  toldOnline = true;
  /** Suspended: timers, answers and messages wait. */
  frozen = false;
  /** In the back/forward cache: suspended, and messages are lost on it. */
  cached = false;
  /** When it was last suspended no more, on the monotonic clock. */
  resumedMs = 0;
  /** Since when the page knows itself to be offline, on the monotonic clock. */
  offlineMs = 0;
  clients = [];

  constructor(name, timeOrigin) {
    this.name = name;
    this.timeOrigin = timeOrigin;
  }

  get suspended() {
    return this.frozen || this.cached;
  }
}

/** One session of a tab, with everything that it has registered with the page. */
export class Client {
  session = undefined;
  watch = undefined;
  closed = false;
  /** When it was closed, on the monotonic clock. */
  closedMs = undefined;
  /** Its page is being unloaded. */
  unloading = false;
  /** Its tab was closed: nobody looks at it any more. */
  gone = false;
  /** Since when an engine runs for it, on the monotonic clock; and since when the first one did. */
  engineMs = undefined;
  firstEngineMs = undefined;
  /** The next time that the module asks the clock, that throws. */
  traps = false;
  /** The newest engine has trapped, perhaps before anything was shown that could be taken back. */
  hasTrapped = false;
  /** The sessions of its page that are closed, and whose sign-outs were under way as this one began. */
  predecessors = [];
  /** The sessions that it is one of these for, each with the sign-outs that it has heard of so. */
  successors = new Map();
  /** How many of the page's `reauthenticate` are running. */
  reauthenticating = 0;
  /** What the page's own `fetch` does as this session's sign-out has left. */
  atSignOut = undefined;
  /** A sign-in window was opened here. */
  hasOpenedWindow = false;
  /** What fell due while the tab was suspended. */
  parked = [];
  /** By type, of the window and the document. */
  listeners = new Map();
  timers = new Map();
  channels = new Set();
  /** Sign-outs that other tabs were told of, and not yet that they are over. */
  toldSignOuts = [];

  constructor(tab, deployment, name) {
    this.tab = tab;
    this.deployment = deployment;
    this.name = name;
  }

  /** A word goes out: the sign-out that it is about, if it is about one. Each that was told is over once. */
  tells(word) {
    this.duties.tells(word);
    if (word === "sign-out-over") {
      // One that runs has given it up. One that is closed may have done so before it was called again.
      const isLast = this.toldSignOuts.length <= 1;
      const isOver = !this.closed || !isLast || !this.signOutRequests.isUnderWay();
      this.watch.check(
        isOver,
        "over early",
        "a closed session says that its sign-out is over, which is under way",
      );
      return this.toldSignOuts.shift();
    }
    // A page that goes, or a session that is closed: whether its sign-in has signed anybody in, only the deployment knows.
    const goes = this.closed || this.unloading || this.watch.away;
    if (word === "signed-in" && goes) return this.newestSignIn;
    if (word !== "signed-out") return undefined;
    this.toldSignOuts.push(this.watch.newestSignOut);
    return this.watch.newestSignOut;
  }

  /** A sign-out is called on this page, or in another tab. */
  hearsOf(signOut) {
    this.watch.told("signed-out", signOut);
    this.wire.waits(this.options.timeoutMs);
  }

  /** The next session of its page hears of its sign-outs, each as often as the other tabs were told of it. */
  isFollowedBy(next) {
    const signOuts = this.options.tabs ? [...this.toldSignOuts] : [this.watch.newestSignOut];
    this.successors.set(next, signOuts);
    for (const signOut of signOuts) next.hearsOf(signOut);
  }

  /** Its last sign-out is over. The next sessions of its page hear so then and there where no channel leads to them. */
  signOutsAreOver() {
    for (const [next, signOuts] of this.successors) {
      if (this.options.tabs && next.options.tabs) continue;
      for (const signOut of signOuts) next.watch.told("sign-out-over", signOut);
      next.wire.urge();
    }
  }

  listen(type, listener, { once = false, signal } = {}) {
    if (signal?.aborted) return;
    if (!this.listeners.has(type)) this.listeners.set(type, new Set());
    const listeners = this.listeners.get(type);
    const heard = once
      ? (event) => {
          listeners.delete(heard);
          listener(event);
        }
      : listener;
    listeners.add(heard);
    signal?.addEventListener("abort", () => listeners.delete(heard));
  }

  unlisten(type, listener) {
    this.listeners.get(type)?.delete(listener);
  }

  /** An instance of the module begins to run: in the place of one that trapped, where one ran before. */
  beginsEngine(ms) {
    if (this.runs) this.restarts();
    this.engineMs = ms;
    this.firstEngineMs ??= ms;
    this.hasTrapped = false;
    this.watch.engineBegins();
  }

  /** Nothing that the module knew is known any more. */
  restarts() {
    this.watch.restarts();
    this.ears.restarts();
    this.wire.restarts();
    this.signOutRequests.isNotAlone();
  }

  /** The module runs. */
  get runs() {
    return this.engineMs !== undefined;
  }

  /** A module runs that has not trapped: what it is told, it knows. */
  get works() {
    return this.runs && !this.hasTrapped;
  }

  fire(event) {
    const fired = { target: window, ...event };
    for (const listener of [...(this.listeners.get(event.type) ?? [])]) listener(fired);
  }
}
