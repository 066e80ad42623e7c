// What one session may send, and when.

import { PASSWORD_CANARY, TOKEN_CANARY } from "../deployment/accounts.mjs";

/** Of these, one is under way at a time: a newer one gives the older one up. */
const ONE_AT_A_TIME = ["session", "login", "logout"];

/** How long a sign-in waits for the sign-outs before it. */
const PATIENCE_MS = 3_000;

export class Wire {
  #world;
  #client;
  #underWay = new Set();
  #passwords = new Set();
  #signIns = [];
  /** The module ran already as this script began. */
  #ran = false;
  constructor(world, client) {
    this.#world = world;
    this.#client = client;
  }

  #check(holds, rule, what) {
    this.#world.check(holds, rule, () => `${this.#client.name}: ${what}`);
  }

  /** Script of this client begins to run. */
  begins() {
    this.#ran = this.#client.runs;
  }

  isUnderWay(kind) {
    return [...this.#underWay].some((record) => record.kind === kind);
  }

  sends(record) {
    const { kind, url, method, body, deployment } = record;
    const { closed, unloading, watch, works } = this.#client;
    // No engine sends it; one that comes takes it up.
    record.isOfEntry = kind === "logout" && !works;
    if (kind === "logout") this.#client.signOutRequests.sends(record);
    // What follows a request that closed the session as it was sent is given up at once.
    const follows = this.#client.atSignOut !== undefined && this.#client.endedIn === this.#world.script;
    this.#check(kind === "logout" || !closed || follows, "closed", `a closed session sent ${record.path}`);
    this.#check(deployment === this.#client.deployment, "origin", url);
    this.#check(!url.includes(PASSWORD_CANARY) && !url.includes(TOKEN_CANARY), "secret", url);
    this.#check(
      kind === "own" || method === (kind === "login" || kind === "logout" ? "POST" : "GET"),
      "method",
      method,
    );
    if (kind === "login") this.#signIns.push(record);
    if (kind === "login") this.#checkLogin(body);
    else
      this.#check(
        body === undefined || !String(body).includes(PASSWORD_CANARY),
        "secret",
        "a password elsewhere",
      );
    // Browsers keep the cookie of one that outlives the page even where the page gives it up.
    const goes =
      unloading || watch.away || (record.isOfEntry && (closed || this.#client.signOutRequests.isLeaving));
    const outlives = kind === "logout" && goes;
    this.#check(kind === "own" || record.keepalive === outlives, "keepalive", `${kind} ${record.keepalive}`);
    // As an engine begins that does not take it up, the first read is given up last.
    if (ONE_AT_A_TIME.includes(kind) && !record.isOfEntry && !watch.engineBegan) {
      for (const other of this.#underWay) {
        const alike = ONE_AT_A_TIME.includes(other.kind) && !other.isOfEntry;
        this.#check(!alike, "single flight", `a request for ${kind} beside one for ${other.kind}`);
      }
    }
    if (kind === "session") this.#checkRead();
    this.#underWay.add(record);
  }

  #checkLogin(body) {
    const { password } = JSON.parse(body);
    this.#check(!this.#passwords.has(password), "login once", "one call, two requests");
    this.#passwords.add(password);
    // It waits for the sign-outs before it.
    const { calls, signOutRequests, watch } = this.#client;
    const call = calls.list.find(({ kind, detail }) => kind === "login" && detail === password);
    const since = Math.max(call?.ms ?? 0, this.#client.engineMs);
    const isPatient = this.#world.agenda.monoMs() - since >= PATIENCE_MS;
    const isFree = !watch.locks.standElsewhere && !signOutRequests.isAwaited();
    this.#check(
      isFree || isPatient,
      "overtaken",
      "a sign-in leaves before the sign-out that was called before it is over",
    );
  }

  /** A sign-out of this page has taken the browser's cookie: not that of a sign-in which was sent after it. */
  endsSession({ seq }, token) {
    const signIn = this.#signIns.find(({ judged }) => judged?.token === token);
    const isLater = signIn !== undefined && signIn.seq > seq;
    this.#check(
      !isLater,
      "overtaken",
      () => `a sign-out sent at ${seq} ends the sign-in sent at ${signIn.seq}`,
    );
  }

  waitsToSignIn() {
    const { calls } = this.#client;
    return calls.list.some(
      ({ kind, settled, detail, abort, seq }) =>
        kind === "login" &&
        !settled &&
        detail !== "" &&
        !abort?.signal.aborted &&
        !calls.isOutdated("login", seq) &&
        !this.#passwords.has(detail),
    );
  }

  #checkRead() {
    const { watch } = this.#client;
    this.#check(!watch.away, "cached", "a read left on the way into the back/forward cache");
    // The first read leaves with the engine, which may give it up at once.
    const isFirst = !this.#ran;
    this.#check(!watch.locks.stand || isFirst, "locked", "a read leaves while a sign-out is not over");
  }

  /** A request is over, heard or given up. */
  ends(record) {
    this.#underWay.delete(record);
    this.#client.signOutRequests.ends(record);
  }
}
