// Checks the calls on one session: each settles once, with its result or with a typed error that says why.

import { PASSWORD_CANARY, ROLES, TOKEN_CANARY } from "../deployment/accounts.mjs";
import { isFrozenDeep, isTyped } from "./shape.mjs";

const CATALOGUE = JSON.stringify(ROLES);

/** The value of an error's `call`, where it is not the kind of the call. `ready` is a property and no call. */
const METHODS = { permissions: "permissions.refresh", sso: "sso.config", popup: "sso.start", ready: null };

/** The calls that are rejected when the identity ends for which they were made. */
const OF_THE_IDENTITY = ["fetch", "permissions", "roles"];

export class Calls {
  #world;
  #client;
  #counters;
  /** The tick of the last event that may supersede calls. */
  #supersededAt = 0;
  /** The calls that have not settled. */
  list = [];

  constructor(world, client, counters) {
    this.#world = world;
    this.#client = client;
    this.#counters = counters;
  }

  #check(holds, rule, what) {
    this.#client.watch.check(holds, rule, what);
  }

  /**
   * Makes a call by `make(session)`. `abort`: the `AbortController` of the call, if it has one; `detail`: the password of a sign-in, or
   * whether a fetch is "own" or "foreign"; `reauthSession`: the session of the `reauthenticate` option, which makes the call.
   */
  make(kind, make, { abort, detail, path, keepalive = false, reauthSession } = {}) {
    const { watch, wire, session, signOuts } = this.#client;
    this.#world.note("call", this.#client, kind);
    watch.checkSnapshot();
    const call = {
      kind,
      abort,
      detail,
      path,
      keepalive,
      reauthSession,
      settled: false,
      outcome: undefined,
    };
    if (OF_THE_IDENTITY.includes(kind)) call.identity = session.identity;
    if (path) wire.noteCall(call);
    const checkSignOut = signOuts.noteCall(kind);
    watch.noteCall(kind);
    if (kind === "login") this.noteSuperseding();
    call.seq = this.#world.tick();
    this.list.push(call);
    let promise;
    try {
      promise = make(reauthSession ?? session);
    } catch (error) {
      this.#check(false, "threw", () => `${kind}: ${error?.stack ?? error}`);
      return call;
    }
    checkSignOut?.();
    this.#follow(call, promise);
    return call;
  }

  /** Notes an event that may supersede the calls made before it. */
  noteSuperseding() {
    this.#supersededAt = this.#world.tick();
  }

  /** Whether a call of this kind is under way. */
  isWaiting(kind) {
    return this.list.some((call) => call.kind === kind && !call.settled);
  }

  /** Follows a promise that no call returned: `session.ready`. */
  follow(kind, promise) {
    const call = { kind, settled: false, seq: this.#world.tick(), outcome: undefined };
    this.list.push(call);
    this.#follow(call, promise);
  }

  #follow(call, promise) {
    promise.then(
      (value) => this.#checkSettled(call, value, undefined),
      (error) => this.#checkSettled(call, undefined, error),
    );
  }

  #checkSettled(call, value, error) {
    call.settled = true;
    const outcome = error === undefined ? "resolved" : (error?.code ?? String(error));
    call.outcome = outcome;
    this.#world.note("settled", this.#client, `${call.kind} ${outcome}`);
    if (error === undefined) this.#checkValue(call, value);
    else this.#checkError(call, error);
    this.list.splice(this.list.indexOf(call), 1);
  }

  #checkError(call, error) {
    this.#check(isTyped(error), "error", () => `${call.kind}: ${error?.stack ?? error}`);
    this.#check(
      error?.call === (call.kind in METHODS ? METHODS[call.kind] : call.kind),
      "named",
      () => `${call.kind}: ${error?.call}`,
    );
    const text = `${error?.message} ${error?.stack} ${JSON.stringify(error)}`;
    this.#check(!text.includes(PASSWORD_CANARY) && !text.includes(TOKEN_CANARY), "secret", () => text);
    this.#counters.countCode(error.code);
    const { code } = error;
    const client = this.#client;
    if (code === "aborted") this.#check(call.abort?.signal.aborted === true, "aborted", call.kind);
    if (code === "closed") this.#check(client.endCode === "closed", "closed", call.kind);
    if (code === "wasm-unavailable")
      this.#check(client.endCode === code || client.failedAt > call.seq, "named", `${call.kind} ${code}`);
    if (code === "superseded") this.#checkSuperseded(call);
    const { answered } = call;
    const isOwn = ["superseded", "aborted", "closed", "wasm-unavailable"].includes(code);
    if (call.kind === "login" && answered && !isOwn)
      this.#check(
        answered.code === code,
        "outcome",
        () => `login was answered ${answered.is} ${answered.code}, and rejects with ${code}`,
      );
  }

  /** Checks a call that is rejected with "superseded": something must have happened that supersedes it. */
  #checkSuperseded({ kind, seq, identity }) {
    // A call that a listener makes on `pagehide`, before the module has loaded, may be superseded, too.
    const { runs, isLeaving } = this.#client;
    const holds = this.#supersededAt > seq || identity?.signal.aborted || (isLeaving && !runs);
    this.#check(holds, "superseded", () => `${kind}, and nothing supersedes it`);
  }

  #checkValue(call, value) {
    const { kind, detail, answered } = call;
    const { watch, closed, deployment } = this.#client;
    // A listener may have closed the session during the answer to the sign-in.
    this.#check(!closed || kind !== "login" || answered, "closed", `${kind} resolves`);
    if (kind === "login") this.#check(answered?.is === "signed-in", "outcome", "signed in without an answer");
    if (kind === "logout")
      this.#check(
        watch.signedOut > watch.signedIn && value === undefined,
        "outcome",
        "signed out without an answer",
      );
    if (["login", "refresh", "ready"].includes(kind)) {
      this.#check(typeof value?.status === "string" && isFrozenDeep(value), "value", kind);
    }
    if (kind === "ready") this.#check(value.status !== "unknown", "value", "ready while nothing is known");
    if (kind === "permissions")
      this.#check(Object.getPrototypeOf(value) === null && Object.isFrozen(value), "value", kind);
    // The list is empty if its user has signed out since.
    if (kind === "roles") {
      this.#check(
        isFrozenDeep(value) && (value.length === 0 || JSON.stringify(value) === CATALOGUE),
        "value",
        kind,
      );
    }
    if (kind === "login")
      this.#check(
        value.user === null || value.user.id === answered?.account.id,
        "outcome",
        "another user is signed in",
      );
    if (kind === "fetch") {
      this.#check(Number.isInteger(value?.status) && detail !== "foreign", "value", kind);
      this.#checkIdentity(call);
      this.#checkBody(call, value);
    }
    if (kind === "sso") this.#check(value.enabled === deployment.sso, "value", kind);
    // The page may have closed the session as the user was shown, before the oracle could see the user.
    if (kind === "popup")
      this.#check(watch.userShown || closed, "value", "the window is gone, and no user signed in");
  }

  /** Checks that an answer reaches the page only while its identity is current. */
  #checkIdentity({ identity, keepalive, path }) {
    const { identities, session } = this.#client;
    const isAllowed = session.identity === identity || identities.ended || keepalive;
    this.#check(isAllowed, "identity", () => `${path} reaches a page with another identity`);
  }

  /** Reads the body of a response. Where the identity ends before, the body must end with an error. */
  #checkBody({ identity, keepalive, path }, response) {
    response.text?.().then(
      () => this.#checkIdentity({ identity, keepalive, path }),
      (error) => {
        const hasEnded = identity.signal.aborted && error === identity.signal.reason;
        // The body was lost, or the page has aborted the call.
        const isLost = keepalive || ["TypeError", "AbortError"].includes(error?.name);
        this.#check(
          hasEnded || isLost,
          "identity",
          () => `the body of ${path} ends with ${error?.code ?? error}`,
        );
      },
    );
  }

  /** Notes the answer to a sign-in, by its password: the call must settle with what the answer says. */
  noteAnswer(meaning, password) {
    for (const call of this.list) {
      if (call.kind === "login" && !call.settled && call.detail === password) call.answered = meaning;
    }
  }
}
