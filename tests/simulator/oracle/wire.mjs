// Checks what one session sends, and when.

import { PASSWORD_CANARY, TOKEN_CANARY } from "../deployment/accounts.mjs";

/** The kinds of which one request is under way at a time: a newer one gives the older one up. */
const ONE_AT_A_TIME = ["session", "login", "logout"];

/** How long a sign-in waits for the sign-outs that were called before it. */
const PATIENCE_MS = 3_000;

export class Wire {
  #world;
  #client;
  #underWay = new Set();
  #passwords = new Set();
  #signIns = [];
  /** The requests that calls of the page have made, by path: each has one of its own. */
  #own = new Map();

  constructor(world, client) {
    this.#world = world;
    this.#client = client;
  }

  #check(holds, rule, what) {
    this.#world.check(
      holds,
      rule,
      () => `${this.#client.name}: ${typeof what === "function" ? what() : what}`,
    );
  }

  /** Notes a request that the page makes: it is of the current identity's user. */
  made(call) {
    this.#own.set(call.path, call);
  }

  sends(record) {
    const { kind, url, path, method, body, deployment } = record;
    const { closed, unloading, watch, works } = this.#client;
    // What follows a request that closed the session as it was sent is given up at once.
    const follows = this.#client.atSignOut !== undefined && this.#client.endedIn === this.#world.script;
    this.#check(kind === "logout" || !closed || follows, "closed", () => `a closed session sent ${path}`);
    this.#check(deployment === this.#client.deployment, "origin", url);
    this.#check(!url.includes(PASSWORD_CANARY) && !url.includes(TOKEN_CANARY), "secret", url);
    const isPost = kind === "login" || kind === "logout";
    this.#check(kind === "own" || method === (isPost ? "POST" : "GET"), "method", method);
    if (kind === "login") this.#checkLogin(record);
    const isSecret = kind !== "login" && String(body).includes(PASSWORD_CANARY);
    this.#check(!isSecret, "secret", "a password elsewhere");
    const mayOutlive = kind === "own" || kind === "logout";
    this.#check(mayOutlive || !record.keepalive, "keepalive", kind);
    // From one that the page has left behind browsers take the cookie, whatever the page does on its return.
    record.isLeft = record.keepalive && (unloading || watch.away || closed || this.#client.isLeaving);
    // No engine sends it; one that comes takes it up. As an engine begins that does not, the first read is given up last.
    record.isOfEntry = kind === "logout" && !works;
    const isCounted = (one) => ONE_AT_A_TIME.includes(one.kind) && !one.isOfEntry;
    if (isCounted(record) && !watch.engineBegan) {
      const other = [...this.#underWay].find(isCounted);
      this.#check(!other, "single flight", () => `a request for ${kind} beside one for ${other.kind}`);
    }
    if (record.bearer !== null) this.#checkBearer(record);
    if (kind === "own") this.#checkOwn(path);
    this.#underWay.add(record);
  }

  #checkLogin(record) {
    const { password } = JSON.parse(record.body);
    this.#check(!this.#passwords.has(password), "login once", "one call, two requests");
    this.#passwords.add(password);
    this.#signIns.push(record);
  }

  /** Checks that a token is of the newest sign-in here, and is sent only where it is of use. */
  #checkBearer({ kind, path, bearer }) {
    const { token, hasNoCookie } = this.#client.watch;
    this.#check(bearer === token, "bearer", "a token was sent that is not of the newest sign-in");
    this.#check(!["login", "logout", "sso"].includes(kind), "bearer", path);
    const isNeeded = kind !== "session" || hasNoCookie;
    this.#check(isNeeded, "bearer", "a read carries a token, and none has shown that the cookie was refused");
  }

  /** Checks that a call of the page has made this request, and that it leaves for the call's identity alone. */
  #checkOwn(path) {
    const call = this.#own.get(path);
    this.#check(call, "own request", () => `${path}, which no call made`);
    const { signal } = call?.identity ?? {};
    this.#check(!signal?.aborted, "identity", () => `${path} is sent after the end of its identity`);
  }

  /** Checks that a sign-out has not taken the cookie of a sign-in which this page has sent after it. */
  endsSession(record, token) {
    const { tab, deployment, package: copy } = this.#client;
    for (const client of tab.clients) {
      const isOfPage = client.deployment === deployment && client.package === copy;
      const signIn = isOfPage && client.wire.#signIns.find(({ judged }) => judged?.token === token);
      const isLater = signIn && signIn.seq > record.seq && this.#isHeardOf(record, signIn);
      this.#check(!isLater, "overtaken", () => `a sign-out ends the sign-in sent later by ${client.name}`);
    }
  }

  /** Whether the sign-in's session has heard of a sign-out that left before the session began, and waits for a while. */
  #isHeardOf({ seq, isLeft }, { client, clocks }) {
    if (client === this.#client) return !isLeft;
    const hasWaited = clocks.mono - client.watch.began.mono >= PATIENCE_MS;
    return client.watch.beganAt > seq && !hasWaited && client.options.timeoutMs >= PATIENCE_MS;
  }

  /** Notes that the package gave a request up, and checks that the page did not ask for it to go on. */
  aborts(record) {
    this.ends(record);
    const call = record.kind === "own" && this.#own.get(record.path);
    const mayEnd = !call?.keepalive || call.abort?.signal.aborted || this.#client.closed;
    this.#check(mayEnd, "identity", () => `${record.path} with keepalive is given up`);
  }

  /** Notes that a request is over, answered or given up. */
  ends(record) {
    this.#underWay.delete(record);
  }
}
