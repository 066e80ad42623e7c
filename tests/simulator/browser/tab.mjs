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
  /** The requests under way for a sign-out that the entry has sent. */
  entrySignOuts = new Set();
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

  /** A request for a sign-out leaves that no engine sends. It is a sign-out of its own, to this session, too. */
  entrySends(record) {
    record.requestSignOut = this.signOutRequests.requested();
    this.entrySignOuts.add(record);
    if (!this.closed) this.watch.sendsSignOut(record);
  }

  /** It is answered. */
  signOutIsAnswered(record, meaning) {
    const { signOut, requestSignOut } = record;
    this.entrySignOuts.delete(record);
    const isConfirmed = meaning.is === "signed-out";
    const isCalledAgain = this.calls.isWaiting("logout");
    this.#hearsOfEnd(requestSignOut);
    if (this.watch.locks.own?.signOut !== signOut) return;
    if (!this.runs) signOut.hasFailed = !isConfirmed && !isCalledAgain;
    // An engine that has come meanwhile sends it, too.
    if (this.runs && !this.closed) return;
    if (isConfirmed) this.watch.signedOutAt = this.watch.world.tick();
    else if (!this.closed) return;
    this.watch.locks.endOwn();
    this.#hearsOfEnd(signOut);
  }

  #hearsOfEnd(signOut) {
    if (!this.closed) this.watch.receives("sign-out-over", signOut);
    this.siblingsHearOfEnd(signOut);
  }

  /** A sign-out is over: the other sessions of the page that have got it as they began hear of that, once. */
  siblingsHearOfEnd(signOut) {
    for (const client of this.siblings) {
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
    this.signOutRequests.goes();
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
