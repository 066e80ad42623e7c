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
  /** The code that says why it is over: it was closed, its engine has trapped, or none will run. */
  endCode = undefined;
  /** The script in which it has ended. */
  endedIn = undefined;
  /** Its page is being unloaded; and it hears just now that it goes, for a time or for ever. */
  unloading = false;
  isLeaving = false;
  /** Its tab was closed: it is never looked at again. */
  gone = false;
  /** Since when an engine runs for it, on the monotonic clock. */
  engineMs = undefined;
  /** When the module last did not come. */
  failedAt = 0;
  /** The next time that the module asks the clock, that throws. */
  traps = false;
  /** What the page's own `fetch` does as this session's sign-out has left. */
  atSignOut = undefined;
  /** The document has asked for the session before any script ran. */
  preload = undefined;
  /** A cache has answered it. */
  wasDeceived = false;
  /** What fell due while the tab was suspended. */
  parked = [];
  /** The listeners of the window and the document, by type. */
  listeners = new Map();
  timers = new Map();
  channels = new Set();

  constructor(tab, deployment, name) {
    this.tab = tab;
    this.deployment = deployment;
    this.name = name;
  }

  /** The session is over. */
  ends(code) {
    if (this.closed) return;
    this.closed = this.watch.closed = true;
    this.endCode = code;
    this.endedIn = this.watch.world.script;
  }

  listen(type, listener, { once = false, signal } = {}) {
    if (signal?.aborted) return;
    if (!this.listeners.has(type)) this.listeners.set(type, new Set());
    const listeners = this.listeners.get(type);
    const entry = once
      ? (event) => {
          listeners.delete(entry);
          listener(event);
        }
      : listener;
    listeners.add(entry);
    signal?.addEventListener("abort", () => listeners.delete(entry));
  }

  unlisten(type, listener) {
    this.listeners.get(type)?.delete(listener);
  }

  /** An instance of the module begins to run. */
  beginsEngine(ms) {
    this.engineMs = ms;
    this.watch.engineBegan = true;
  }

  /** The module did not come, and the package says so. */
  fails() {
    if (this.runs || this.closed) return;
    this.failedAt = this.watch.world.tick();
    this.watch.hasFailed = true;
  }

  /** The module runs. */
  get runs() {
    return this.engineMs !== undefined;
  }

  /** And the session is not over: what it is told, it knows. */
  get works() {
    return this.runs && !this.closed;
  }

  fire(event) {
    const fired = { target: window, ...event };
    for (const listener of [...(this.listeners.get(event.type) ?? [])]) listener(fired);
  }
}
