// Whose requests are carried out for whom, and with what they say who they are for.

import { PATIENCE_MS } from "./sign-outs.mjs";

/** Why nobody is signed in where a session has ended that was not signed out. */
const ENDED = ["ended", "expired", "deactivated"];

export class Requests {
  #world;
  #client;
  /** The requests that the page made through `session.fetch`, by path: each has one of its own. */
  #own = new Map();
  /** When a sign-in or sign-out was called last; and when another tab last said that somebody has signed in. */
  #turnedAt = 0;
  #newcomerAt = 0;
  /** The sign-ins that the deployment granted this page. */
  #signIns = [];
  /** A sign-in of this page whose cookie the browser has, and whose answer the page has not. */
  #landed = undefined;

  constructor(world, client) {
    this.#world = world;
    this.#client = client;
  }

  #check(holds, rule, what) {
    this.#client.watch.check(holds, rule, what);
  }

  /**
   * The page makes a request: it is of the person who is shown. Where nobody is, it is of the one whom the last word
   * named, or the next one, where there was none; where nobody is signed in, it is of nobody, and may be made for whoever signs in
   * here.
   */
  made(path) {
    const { session, watch, works } = this.#client;
    const { reason, status, user } = session.snapshot;
    const { ends, word } = watch;
    // One that was asked for before it says nothing; nor does one that a read has ended, which found nobody.
    const named = word?.asked > this.#turnedAt && !ends.has("nobody") ? word.id : undefined;
    const of = user?.id ?? (status === "unknown" && !this.#hasSignedOut() ? named : null);
    // After the end of a session it is still of the one whose session that was.
    const hasEnded = ENDED.includes(reason) && works && !ends.has("sign-out");
    const endedOf = hasEnded ? watch.lastShown : undefined;
    const isNobodys = status === "unauthenticated" && endedOf === undefined;
    this.#own.set(path, {
      of,
      endedOf,
      isNobodys,
      madeAt: this.#world.tick(),
      sent: 0,
      firstSent: undefined,
    });
  }

  /** Or is about to sign in or out. */
  #hasSignedOut() {
    const { calls, watch } = this.#client;
    return watch.ends.has("sign-out") || calls.isWaiting("login") || calls.isWaiting("logout");
  }

  /** Not sent again yet, and nobody else is signed in since: once its person has signed in again it may be tried again. */
  mayBeTriedAgain(path) {
    const { of, sent } = this.#own.get(path);
    const { word, ends } = this.#client.watch;
    const someoneElse = Number.isInteger(of) && Number.isInteger(word?.id) && word.id !== of;
    // Who has signed out is not asked to sign in.
    return sent <= 1 && !someoneElse && !ends.has("sign-out");
  }

  /** Somebody is named: what was made while nobody was known is theirs, or anyone's. */
  learns(of) {
    for (const request of this.#own.values()) if (request.of === undefined) request.of = of;
  }

  /** Another tab says that somebody has signed in. */
  meetNewcomer() {
    this.#newcomerAt = this.#world.tick();
  }

  /** A sign-in or sign-out is called. */
  turns() {
    this.learns(null);
    this.#turnedAt = this.#world.tick();
  }

  sends(record) {
    const { kind, path, bearer } = record;
    if (bearer !== null) this.#checkBearer(record);
    if (["own", "permissions", "roles"].includes(kind)) this.#checkHeld(record);
    if (kind !== "own") return;
    const request = this.#own.get(path);
    this.#check(request !== undefined, "own request", `${path}, which nobody made`);
    if (!request) return;
    request.sent++;
    this.#check(request.sent <= 2, "thrice", `${path} is sent ${request.sent} times`);
    request.firstSent ??= record.seq;
    record.landed = this.#landed?.live === true;
    record.again = request.sent > 1;
    const { isNobodys, madeAt } = request;
    // One that is tried again, once the page has signed its user in, is made for whoever is found.
    const isFirst = isNobodys && !record.again;
    // What the page had been told by now.
    const { word } = this.#client.watch;
    record.word = word;
    const hasCome = madeAt < this.#newcomerAt && Number.isInteger(word?.id);
    record.isNobodys = isFirst && hasCome && madeAt > this.#turnedAt;
  }

  /** A token is of the sign-in in force, and a read carries it only where the browser keeps no cookie. */
  #checkBearer({ kind, path, bearer, cookie }) {
    const { watch } = this.#client;
    const right = watch.holdsToken && bearer === watch.signIn.token;
    this.#check(right, "bearer", "a token was sent that is not of the sign-in in force");
    const { signIn, word } = watch;
    const isTheirs = word === undefined || word.id === null || word.id === signIn?.account.id;
    this.#check(isTheirs, "bearer", () => `a token of ${signIn?.account.id}, as ${word.id} is signed in`);
    this.#check(!["login", "logout", "sso"].includes(kind), "bearer", path);
    if (kind !== "session") return;
    const empty = cookie === null || watch.jarWasEmpty;
    this.#check(empty, "bearer", "a read carries a token where a cookie would");
  }

  /** Where the cookie may be another's, nothing is asked for with it before a read has told whose it is. */
  #checkHeld({ path }) {
    const { watch, works } = this.#client;
    const isSure = watch.newcomerAt === undefined && watch.unreadAt === undefined;
    this.#check(isSure || !works, "held", `${path}, before a read has told whose the cookie is`);
  }

  /** The deployment carries a request out, for somebody or for nobody. */
  judged(record, meaning) {
    const { kind, path, judged, word, again, landed } = record;
    if (meaning.is === "signed-in") this.#signIns.push({ record, token: meaning.token });
    if (kind !== "own") return;
    const request = this.#own.get(path);
    if (!request) return;
    const { account } = judged;
    if (meaning.status === 401 && !again) request.refused ??= judged.tick;
    if (account === null) return;
    const isKept = !record.isNobodys;
    this.#check(
      isKept,
      "carried out",
      () => `${path}, made where nobody was shown, as another tab's newcomer`,
    );
    const { endedOf } = request;
    // Sent for the first time, it may meet a cookie of which nobody has told the page.
    const isTheirs = endedOf === undefined || endedOf === account.id || !again;
    this.#check(isTheirs, "carried out", () => `${path}, made after the end of ${endedOf}, as ${account.id}`);
    if (request.of === undefined || request.of === null || request.of === account.id) return;
    const signsIn = landed && Number.isInteger(request.of);
    this.#check(!signsIn, "carried out", () => `${path}, made by ${request.of}, as ${account.id} signs in`);
    // Where the browser's cookie changed hands and no answer has said so, no page can know.
    const asked = word?.asked > request.firstSent || word?.at > request.refused;
    const isAnswered = word === undefined || (word.id === request.of && !word.isHandedOver);
    const told = isAnswered && (!again || asked);
    this.#check(told, "carried out", () => {
      const heard = word === undefined ? "nothing" : `${word.id ?? "nobody"}, asked at ${word.asked}`;
      return `${record.method} ${path}, made by ${request.of}, is carried out for ${account.id}; the page was told ${heard}`;
    });
  }

  /** The sign-out of a session that this one follows on its page took a cookie: not that of one who has waited for it. */
  isOvertakenBy(record, cookie) {
    const signIn = this.#signIns.find(({ token }) => token === cookie)?.record;
    if (!signIn || record.failedAt < signIn.seq) return;
    // Where the clocks jumped, nobody can tell how long it has waited; nor whose end it was, where it heard of one.
    const isSure = !signIn.hasJumped && !(this.#client.watch.endHeardAt < signIn.seq);
    this.#check(
      !isSure || signIn.waitedMs >= PATIENCE_MS,
      "overtaken",
      () => `a sign-out of the session before, sent at ${record.seq}, ends the sign-in sent at ${signIn.seq}`,
    );
  }

  /** The browser's cookie changed with an answer to this page's sign-out: not to one that signed in after it. */
  turnedCookie(record, before, after) {
    if (record.kind === "login" && after !== null) this.#landed = record;
    if (record.kind !== "logout" || after !== null) return;
    for (const successor of this.#client.tab.clients)
      if (successor.predecessors.includes(this.#client)) successor.requests.isOvertakenBy(record, before);
    const overtaken = this.#signIns.find(({ token }) => token === before)?.record;
    // A sign-out that failed, as far as the page could tell, is waited for no more; a trap leaves nobody to wait.
    const isOver = record.failedAt < overtaken?.seq || this.#client.watch.restartedAt > record.seq;
    // From one that was to outlive the page browsers take the cookie, whatever the page does on its return.
    if (!overtaken || overtaken.seq < record.seq || isOver || record.keepalive) return;
    this.#check(
      false,
      "overtaken",
      () => `a sign-out sent at ${record.seq} ends the sign-in sent at ${overtaken.seq}`,
    );
  }
}
