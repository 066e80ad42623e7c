// The requests that a page makes through `session.fetch`: which user they are of, and what they carry.

export class Requests {
  #client;
  /** By path: each has one of its own. */
  #own = new Map();

  constructor(client) {
    this.#client = client;
  }

  #check(holds, rule, what) {
    this.#client.watch.check(holds, rule, what);
  }

  /** The page makes a request: it is of the current identity's user. */
  made({ path, identity, keepalive, abort }) {
    this.#own.set(path, { identity, keepalive, abort, user: undefined });
  }

  sends(record) {
    const { kind, path, bearer } = record;
    if (bearer !== null) this.#checkBearer(record);
    if (["own", "permissions", "roles"].includes(kind)) this.#checkHeld(record);
    if (kind !== "own") return;
    const request = this.#own.get(path);
    this.#check(request !== undefined, "own request", `${path}, which no call made`);
    if (!request) return;
    this.#checkOwner(path, request);
  }

  /** It is sent for its identity alone: for that one's user, as far as the page was told. */
  #checkOwner(path, request) {
    const { watch, identities } = this.#client;
    const { identity } = request;
    this.#check(!identity.signal.aborted, "identity", () => `${path} is sent after the end of its identity`);
    const { word } = watch;
    const user = identities.user ?? request.user;
    const isTheirs = user === undefined || !Number.isInteger(word) || word === user;
    this.#check(isTheirs, "carried out", () => `${path}, made by ${user}, leaves where ${word} is there`);
    const isSame = request.user === undefined || user === undefined || request.user === user;
    this.#check(isSame, "carried out", () => `${path}, made by ${request.user}, leaves again for ${user}`);
    request.user ??= user;
  }

  /** A token is of the sign-in in force, and a read carries it only where the browser keeps no cookie. */
  #checkBearer({ kind, path, bearer }) {
    const { watch } = this.#client;
    const { signIn, word } = watch;
    const right = watch.holdsToken && bearer === signIn.token;
    this.#check(right, "bearer", "a token was sent that is not of the sign-in in force");
    const isTheirs = word === undefined || word === null || word === signIn?.account.id;
    this.#check(isTheirs, "bearer", () => `a token of ${signIn?.account.id}, as ${word} is signed in`);
    this.#check(!watch.tokenIsSuspended, "bearer", "a suspended token was sent");
    this.#check(!["login", "logout", "sso"].includes(kind), "bearer", path);
    const isNeeded = kind !== "session" || watch.cookieIsRefused;
    this.#check(isNeeded, "bearer", "a read carries a token, and none has shown that the cookie was refused");
  }

  /** Where the cookie may be another user's, or is about to be, nothing is asked for with it before a read has told which user's it is. */
  #checkHeld({ path }) {
    const { watch, wire, works } = this.#client;
    if (!works) return;
    const held = (isFree, why) => this.#check(isFree, "held", () => `${path}, ${why}`);
    held(!watch.isUnverified, "before a read has told which user's the cookie is");
    held(!watch.locks.stand, "while a sign-out is not over");
    held(!wire.isUnderWay("login"), "while a user signs in");
  }

  /** The package gave it up: not what the page asked to go on. */
  aborts({ path, kind }) {
    const request = kind === "own" && this.#own.get(path);
    const mayEnd = !request?.keepalive || request.abort?.signal.aborted || this.#client.closed;
    this.#check(mayEnd, "identity", () => `${path} with keepalive is given up`);
  }
}
