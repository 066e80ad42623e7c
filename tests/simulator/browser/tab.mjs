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
  /** Its page is being unloaded. */
  unloading = false;
  /** Its tab was closed: it is never looked at again. */
  gone = false;
  /** Since when an engine runs for it, on the monotonic clock. */
  engineMs = undefined;
  /** When the module last did not come. */
  failedAt = 0;
  isFailing = false;
  /** The clocks as the page asked for its session. */
  startedClocks = undefined;
  /** The next time that the module asks the clock, that throws. */
  traps = false;
  /** What the page's own `fetch` does as this session's sign-out has left. */
  atSignOut = undefined;
  /** The document has asked for the session before any script ran. */
  preload = undefined;
  /** What fell due while the tab was suspended. */
  parked = [];
  /** By type, of the window and the document. */
  listeners = new Map();
  timers = new Map();
  channels = new Set();
  /** The requests under way for a sign-out that the entry has sent; and the newest of them, under way or not. */
  entrySignOuts = new Set();
  entrySignOut = undefined;
  /** The sign-outs that other sessions of the page knew as this one began: it hears of their ends from there. */
  gotAtBegin = new Set();
  /** The same of those that it may have heard of. */
  mayHaveGot = new Set();

  constructor(tab, deployment, name) {
    this.tab = tab;
    this.deployment = deployment;
    this.name = name;
  }

  /** The sessions of this page, itself among them, that share its copy of the package and its deployment. */
  get siblings() {
    return this.tab.clients.filter(
      (other) => other.package === this.package && other.deployment === this.deployment,
    );
  }

  /** A request for a sign-out leaves that no engine sends. */
  entrySends(record) {
    this.entrySignOut = record;
    this.entrySignOuts.add(record);
  }

  /** It is answered. */
  signOutIsAnswered(record, meaning) {
    this.entrySignOuts.delete(record);
    if (record !== this.entrySignOut || record.isAdopted) return;
    record.end = meaning;
    const { locks } = this.watch;
    if (locks.own?.signOut !== record.signOut) return;
    locks.own.isConfirmed = meaning.is === "signed-out";
    if (this.closed) this.#endsSignOut();
  }

  /** The session is over, and its sign-out with it. */
  #endsSignOut() {
    const { signOut } = this.watch.locks.own;
    this.watch.locks.endOwn();
    this.siblingsHearOfEnd(signOut);
  }

  /** A sign-out is over: the other sessions of the page that have got it as they began hear of that, once. */
  siblingsHearOfEnd(signOut) {
    for (const client of this.siblings) {
      for (const record of client.entrySignOuts) record.isEnded ||= record.signOut === signOut;
      if (client === this) continue;
      const isTold = client.gotAtBegin.delete(signOut) && !client.closed;
      if (isTold) client.watch.receives("sign-out-over", signOut);
      else if (client.mayHaveGot.delete(signOut)) client.watch.locks.endOther(signOut);
    }
  }

  /** The session is over. */
  ends(code) {
    if (this.closed) return;
    this.closed = this.watch.closed = true;
    this.endCode = code;
    this.endedIn = this.watch.world.script;
    const { own } = this.watch.locks;
    if (!this.runs && (own?.isConfirmed || (own?.endsWithEngine && this.entrySignOut.end)))
      this.#endsSignOut();
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
    this.watch.engineBegins();
  }

  /** The module did not come, and the package says so. */
  fails() {
    if (this.runs || this.closed) return;
    this.failedAt = this.watch.world.tick();
    this.isFailing = true;
  }

  /** Everything that came of it has happened: to the engine that will come, the page returns. */
  restarts() {
    this.isFailing = false;
    this.watch.restarts();
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
