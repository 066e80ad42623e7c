// Tabs, and the sessions that live in them.

/** One tab, with what its page knows of itself. */
export class Tab {
  visible = true;
  online = true;
  /** Whether the page was last told that it is online. */
  toldOnline = true;
  /** Whether the page is suspended: timers, answers and messages wait. */
  frozen = false;
  /** Whether the page is in the back/forward cache: it is suspended, and messages to it are lost. */
  cached = false;
  /** When the page was last resumed, on the monotonic clock. */
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
  /** The code that says why the session is over: it was closed, its engine has trapped, or none will run. */
  endCode = undefined;
  /** The number of the script in which the session has ended. */
  endedIn = undefined;
  /** Whether the page is being unloaded; and whether it hears just now that it goes, for a time or for ever. */
  unloading = false;
  isLeaving = false;
  /** Whether the tab was closed: it is never looked at again. */
  gone = false;
  /** Since when an engine runs for the session, on the monotonic clock. */
  engineMs = undefined;
  /** When the module last did not come. */
  failedAt = 0;
  /** Whether the clock throws when the module reads it the next time. */
  traps = false;
  /** A function that the page's own `fetch` calls once this session's sign-out has left. */
  atSignOut = undefined;
  /** The document's request for the session, if it has sent one before any script ran. */
  preload = undefined;
  /** Whether a cache has answered the session. */
  wasDeceived = false;
  /** The things that fell due while the tab was suspended. */
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

  /** Notes that the session is over. */
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

  /** Notes that an instance of the module begins to run. */
  beginsEngine(ms) {
    this.engineMs = ms;
    this.watch.engineBegan = true;
  }

  /** Notes that the module did not come, as the package says. */
  fails() {
    if (this.runs || this.closed) return;
    this.failedAt = this.watch.world.tick();
    this.watch.hasFailed = true;
  }

  /** Whether the module runs. */
  get runs() {
    return this.engineMs !== undefined;
  }

  /** Whether the module runs and the session is not over: only then it knows what it is told. */
  get works() {
    return this.runs && !this.closed;
  }

  fire(event) {
    const fired = { target: window, ...event };
    for (const listener of [...(this.listeners.get(event.type) ?? [])]) listener(fired);
  }
}
