// Calls on one session: each ends once, with what it promises or with a typed error that says why.

import { PASSWORD_CANARY, ROLES, TOKEN_CANARY } from "../deployment/accounts.mjs";
import { isFrozenDeep, isTyped } from "./shape.mjs";

const CATALOGUE = JSON.stringify(ROLES);

/** The calls that have another name in an error's `call`. `ready` is no call. */
const METHODS = { permissions: "permissions.refresh", sso: "sso.config", popup: "sso.start", ready: null };

/** The calls that end with the identity that made them. */
const OF_THE_IDENTITY = ["fetch", "permissions", "roles"];

export class Calls {
  #world;
  #client;
  #counters;
  /** The time of the last event that may take the place of a call. */
  #newer = 0;
  list = [];

  constructor(world, client, counters) {
    this.#world = world;
    this.#client = client;
    this.#counters = counters;
  }

  #check(holds, rule, what) {
    this.#client.watch.check(holds, rule, what);
  }

  /** Makes a call. `make` gets the session; `abort` is the caller's `AbortController`, where there is one. */
  make(kind, make, { abort, detail, path, keepalive = false, within } = {}) {
    const { watch, wire, session, signOuts } = this.#client;
    this.#world.note("call", this.#client, kind);
    watch.looks();
    const call = {
      kind,
      abort,
      detail,
      path,
      keepalive,
      within,
      settled: false,
      outcome: undefined,
    };
    if (OF_THE_IDENTITY.includes(kind)) call.identity = session.identity;
    if (path) wire.made(call);
    const checkSignOut = signOuts.calls(kind);
    watch.calls(kind);
    if (kind === "login") this.outdates();
    call.seq = this.#world.tick();
    this.list.push(call);
    let promise;
    try {
      promise = make(within ?? session);
    } catch (error) {
      this.#check(false, "threw", () => `${kind}: ${error?.stack ?? error}`);
      return call;
    }
    checkSignOut?.();
    this.#follow(call, promise);
    return call;
  }

  /** Notes an event that may take the place of earlier calls. */
  outdates() {
    this.#newer = this.#world.tick();
  }

  /** Whether a call of this kind is under way. */
  isWaiting(kind) {
    return this.list.some((call) => call.kind === kind && !call.settled);
  }

  /** Follows a promise that no call of ours made. */
  follow(kind, promise) {
    const call = { kind, settled: false, seq: this.#world.tick(), outcome: undefined };
    this.list.push(call);
    this.#follow(call, promise);
  }

  #follow(call, promise) {
    promise.then(
      (value) => this.#settled(call, value, undefined),
      (error) => this.#settled(call, undefined, error),
    );
  }

  #settled(call, value, error) {
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
    this.#counters.code(error.code);
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

  /** Checks that something newer took the place of a call that ends with "superseded". */
  #checkSuperseded({ kind, seq, identity }) {
    // A listener calls as the page goes, before the module is there.
    const { runs, isLeaving } = this.#client;
    const holds = this.#newer > seq || identity?.signal.aborted || (isLeaving && !runs);
    this.#check(holds, "superseded", () => `${kind}, and nothing has taken its place`);
  }

  #checkValue(call, value) {
    const { kind, detail, answered } = call;
    const { watch, closed, deployment } = this.#client;
    // A listener may have closed the session on the very answer.
    this.#check(!closed || kind !== "login" || answered, "closed", `${kind} resolves`);
    if (kind === "login") this.#check(answered?.is === "signed-in", "outcome", "signed in without a word");
    if (kind === "logout")
      this.#check(
        watch.signedOut > watch.signedIn && value === undefined,
        "outcome",
        "signed out without a word",
      );
    if (["login", "refresh", "ready"].includes(kind)) {
      this.#check(typeof value?.status === "string" && isFrozenDeep(value), "value", kind);
    }
    if (kind === "ready") this.#check(value.status !== "unknown", "value", "ready while nothing is known");
    if (kind === "permissions")
      this.#check(Object.getPrototypeOf(value) === null && Object.isFrozen(value), "value", kind);
    // The catalogue of a user who has signed out since may be gone by now.
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
      this.#checkReaches(call);
      this.#reads(call, value);
    }
    if (kind === "sso") this.#check(value.enabled === deployment.sso, "value", kind);
    // A page that closes its session as a user is shown does so before the oracle looks.
    if (kind === "popup")
      this.#check(watch.userShown || closed, "value", "the window is gone, and no user signed in");
  }

  /** Checks that no answer for one identity reaches a page with another. */
  #checkReaches({ identity, keepalive, path }) {
    const { identities, session } = this.#client;
    const isTheirs = session.identity === identity || identities.ended || keepalive;
    this.#check(isTheirs, "identity", () => `${path} reaches a page with another identity`);
  }

  /** Reads the body as the page does, and checks that it ends with the identity, too. */
  #reads({ identity, keepalive, path }, response) {
    response.text?.().then(
      () => this.#checkReaches({ identity, keepalive, path }),
      (error) => {
        const hasEnded = identity.signal.aborted && error === identity.signal.reason;
        // Lost on its way, perhaps before the page had the headers; or given up by the page.
        const isLost = keepalive || ["TypeError", "AbortError"].includes(error?.name);
        this.#check(
          hasEnded || isLost,
          "identity",
          () => `the body of ${path} ends with ${error?.code ?? error}`,
        );
      },
    );
  }

  /** Notes that the answer to a sign-in is handed over: the call that asked for it must end with it. */
  answered(meaning, password) {
    for (const call of this.list) {
      if (call.kind === "login" && !call.settled && call.detail === password) call.answered = meaning;
    }
  }
}
