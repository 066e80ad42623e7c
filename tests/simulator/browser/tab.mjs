// Tabs, and the sessions in them.

/** One tab of the browser. */
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
  /** When the page was last told that it is offline or online, on the monotonic clock. */
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

/** One session of a tab, with its timers, listeners and channels. */
export class Client {
  session = undefined;
  watch = undefined;
  closed = false;
  /** The error code of the session's end: "closed", or "wasm-unavailable" after its engine has trapped. */
  endCode = undefined;
  /** The number of the script in which the session ended. */
  endedIn = undefined;
  /** Whether the page is being unloaded. */
  unloading = false;
  /** Whether the page handles `pagehide` just now, on its way to the cache or to its end. */
  isLeaving = false;
  /** Whether the tab was closed. The oracle does not check its sessions any more. */
  gone = false;
  /** Since when an engine runs for the session, on the monotonic clock. */
  engineMs = undefined;
  /** The tick at which the module last failed to load. */
  failedAt = 0;
  /** Whether the engine is to trap: the clock throws the next time that the module reads it. */
  traps = false;
  /** A function that the page's own `fetch` calls as it sends this session's sign-out. */
  atSignOut = undefined;
  /** The document's preload of the session, if it has one. */
  preload = undefined;
  /** Whether a read of the session was answered from a cache. */
  hadCachedAnswer = false;
  /** The scripts that fell due while the tab was suspended: label, cause and function. */
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

  /** Notes that the session has ended; `code` is the error code of its end. */
  noteEnd(code) {
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
  noteEngineStart(ms) {
    this.engineMs = ms;
    this.watch.engineBegan = true;
  }

  /** Notes the package's warning that the module did not load. */
  noteModuleFailure() {
    if (this.runs || this.closed) return;
    this.failedAt = this.watch.world.tick();
    this.watch.hasFailed = true;
  }

  /** Whether the module runs. */
  get runs() {
    return this.engineMs !== undefined;
  }

  /** Whether the module runs and the session has not ended: only such a session follows what its page is told. */
  get works() {
    return this.runs && !this.closed;
  }

  fire(event) {
    const fired = { target: window, ...event };
    for (const listener of [...(this.listeners.get(event.type) ?? [])]) listener(fired);
  }
}
