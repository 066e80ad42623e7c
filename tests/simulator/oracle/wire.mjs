// Checks the requests that one session sends.

import { PASSWORD_CANARY, TOKEN_CANARY } from "../deployment/accounts.mjs";
import { passed } from "./told.mjs";

/** Only one request of these kinds may be under way at a time: a newer one aborts the older one. */
const ONE_AT_A_TIME = ["session", "login", "logout"];

/** How long a sign-in waits at most for the sign-outs that were called before it. */
const PATIENCE_MS = 3_000;

export class Wire {
  #world;
  #client;
  #underWay = new Set();
  #passwords = new Set();
  /** The requests of sign-ins. */
  #signIns = [];
  /** The `session.fetch` calls, by path: each call has its own path. */
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

  /** Notes a call of `session.fetch`, with its path and the current identity. */
  noteCall(call) {
    this.#own.set(call.path, call);
  }

  checkRequest(record) {
    const { kind, url, path, method, body, deployment } = record;
    const { closed, unloading, watch, works } = this.#client;
    // A page with a `fetch` that closes the session during a request may see one more, which is aborted at once.
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
    // The browser takes the cookie of a request that outlives its page, although the page never sees the answer.
    record.isLeft = record.keepalive && (unloading || watch.isAway || closed || this.#client.isLeaving);
    // The entry sends a sign-out before an engine runs; the engine adopts it later, beside its own requests.
    record.isOfEntry = kind === "logout" && !works;
    const isCounted = (request) => ONE_AT_A_TIME.includes(request.kind) && !request.isOfEntry;
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

  /** Checks that a token is that of the newest sign-in here, and is sent only with requests that need one. */
  #checkBearer({ kind, path, bearer }) {
    const { token, hasNoCookie } = this.#client.watch;
    this.#check(bearer === token, "bearer", "a token was sent that is not of the newest sign-in");
    this.#check(!["login", "logout", "sso"].includes(kind), "bearer", path);
    const isNeeded = kind !== "session" || hasNoCookie;
    this.#check(isNeeded, "bearer", "a read carries a token, and none has shown that the cookie was refused");
  }

  /** Checks that a call of the page has made this request, and that the identity of the call has not ended. */
  #checkOwn(path) {
    const call = this.#own.get(path);
    this.#check(call, "own request", () => `${path}, which no call made`);
    const { signal } = call?.identity ?? {};
    this.#check(!signal?.aborted, "identity", () => `${path} is sent after the end of its identity`);
  }

  /** Checks that a sign-out does not end the session of a sign-in that the page has sent after it. */
  checkSignOutOrder(record, token) {
    const { tab, deployment, package: copy } = this.#client;
    for (const client of tab.clients) {
      const isOfPage = client.deployment === deployment && client.package === copy;
      const signIn = isOfPage && client.wire.#signIns.find(({ judged }) => judged?.token === token);
      const isLater = signIn && signIn.seq > record.seq && this.#mustWaitFor(record, signIn);
      this.#check(!isLater, "overtaken", () => `a sign-out ends the sign-in sent later by ${client.name}`);
    }
  }

  /** Whether the sign-in had to wait for the end of the sign-out: both are of one session, or the sign-in is of a later session of the page. */
  #mustWaitFor({ seq, isLeft, clocks: sentAt }, { client, clocks }) {
    if (client === this.#client) return !isLeft;
    const { watch, options } = client;
    // A sign-out counts no longer than the timeout of its own session, nor than that of the later one.
    const longestMs = Math.min(this.#client.options.timeoutMs, options.timeoutMs);
    const hasWaited = passed(watch.began, clocks) >= PATIENCE_MS || passed(sentAt, clocks) >= longestMs;
    return watch.beganAt > seq && !hasWaited;
  }

  /** Notes that the package has aborted a request. One with `keepalive` may be aborted only by its page. */
  noteAbort(record) {
    this.noteEnd(record);
    const call = record.kind === "own" && this.#own.get(record.path);
    const isAllowed = !call?.keepalive || call.abort?.signal.aborted || this.#client.closed;
    this.#check(isAllowed, "identity", () => `${record.path} with keepalive is aborted`);
  }

  /** Notes that a request has ended, with an answer or an abort. */
  noteEnd(record) {
    this.#underWay.delete(record);
  }
}
