// Calls on one session: each ends once, with what it promises or with a typed error.

import { PASSWORD_CANARY, ROLES, TOKEN_CANARY } from "../deployment/accounts.mjs";
import { isFrozenDeep, isTyped } from "./shape.mjs";

const CATALOGUE = JSON.stringify(ROLES);

/** How a call may end although it was answered: it was given up, or its engine trapped on the answer. */
const WITHOUT_AN_ANSWER = ["closed", "aborted", "superseded", "wasm-unavailable"];

export class Calls {
  #world;
  #client;
  #counters;
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
  make(kind, make, { abort, detail, path, within } = {}) {
    const { duties, watch, wire, requests, session } = this.#client;
    const call = {
      kind,
      abort,
      detail,
      path,
      within,
      settled: false,
      seq: this.#world.tick(),
      ms: this.#world.agenda.monoMs(),
      outcome: undefined,
    };
    const checkSignOut = duties.callsSignOut();
    this.#world.note("call", this.#client, kind);
    watch.looks();
    if (path) requests.made(path);
    watch.calls(kind, abort?.signal.aborted);
    if (kind === "login" || kind === "logout") requests.turns();
    wire.urge();
    this.list.push(call);
    let promise;
    try {
      promise = make(within ?? session);
    } catch (error) {
      this.#check(false, "threw", () => `${kind}: ${error?.stack ?? error}`);
      return call;
    }
    if (kind === "logout") {
      this.#check(session.snapshot.user === null, "signed-out", "open as the call returns");
      checkSignOut();
    }
    this.#follow(call, promise);
    return call;
  }

  /** The request of these calls is over: that they are told so comes a moment later. */
  areOver(kind) {
    for (const call of this.list) call.isOver ||= call.kind === kind;
  }

  /** A request leaves: those that wait still end with its answer; or with an earlier one, and are about to be told. */
  areSent(kind) {
    for (const call of this.list) {
      if (call.kind !== kind || call.settled) continue;
      // It has failed, and its caller is about to be told so: this one is sent by itself.
      if (call.isOver && call.answered?.is === "failure") continue;
      const earlier = call.answered ?? call.earlier;
      Object.assign(call, { isOver: false, answered: undefined, earlier });
    }
  }

  /** Into the back/forward cache: a sign-in under way ends, on the way back, as the read does that shows who is there. */
  leave() {
    for (const call of this.list) call.left ||= call.kind === "login";
  }

  /** Whether a sign-in under way was called before the page left for the cache. */
  hasLeftSignIn() {
    return this.list.some((call) => call.left && !call.settled);
  }

  /** Whether such a call is under way. */
  isWaiting(kind) {
    return this.list.some((call) => call.kind === kind && !call.settled && !call.isOver);
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
    // Told so by the package, or by the module that did not come.
    const isGivenUp = outcome === "superseded" || outcome === "wasm-unavailable";
    if (call.kind === "logout" && isGivenUp) this.#client.watch.givesUpSignOut();
    // Somebody may have signed in in the window.
    if (call.kind === "popup") this.#client.signOutRequests.isNotAlone();
    if (error === undefined) this.#checkValue(call, value);
    else this.#checkError(call, error);
    this.list.splice(this.list.indexOf(call), 1);
  }

  #checkError(call, error) {
    this.#check(isTyped(error), "error", () => `${call.kind}: ${error?.stack ?? error}`);
    const text = `${error?.message} ${error?.stack} ${JSON.stringify(error)}`;
    this.#check(!text.includes(PASSWORD_CANARY) && !text.includes(TOKEN_CANARY), "secret", () => text);
    this.#counters.code(error.code);
    if (error.code === "wasm-unavailable") this.#client.watch.restarts();
    if (error.code === "aborted") this.#check(call.abort?.signal.aborted === true, "aborted", call.kind);
    if (error.code === "closed") this.#check(this.#client.closed, "closed", call.kind);
    const { answered } = call;
    const turns = call.kind === "login" || call.kind === "logout";
    this.#check(
      !turns || !answered || call.left || error.code !== "superseded" || this.#client.watch.wasCalled,
      "superseded",
      () => `${call.kind} was answered ${answered.is}, and nothing was called since`,
    );
    const endsAsARead = call.left && answered?.is === "signed-in";
    if (answered && !endsAsARead && !WITHOUT_AN_ANSWER.includes(error.code)) {
      this.#check(
        answered.is === "failure" && answered.code === error.code,
        "outcome",
        () => `${call.kind} was answered ${answered.is} ${answered.code}, and rejects with ${error.code}`,
      );
    }
  }

  #checkValue(call, value) {
    const { kind, detail, answered } = call;
    // A listener may have closed the session on the very answer.
    this.#check(!this.#client.closed || kind !== "login" || answered, "closed", `${kind} resolves`);
    if (kind === "login") this.#check(answered?.is === "signed-in", "outcome", "signed in without a word");
    if (kind === "logout")
      this.#check(
        (answered ?? call.earlier)?.is === "signed-out" && value === undefined,
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
        "somebody else is signed in",
      );
    if (kind === "fetch") {
      this.#check(Number.isInteger(value?.status) && detail !== "foreign", "value", kind);
      this.#checkHandedOn(call, value);
    }
    if (kind === "sso") this.#check(value.enabled === this.#client.deployment.sso, "value", kind);
    if (kind === "popup") {
      // Who closes the session as somebody is shown, closes it before anyone looks.
      const signedIn = this.#client.watch.someoneShown || this.#client.closed;
      this.#check(signedIn, "value", "the window is back, and nobody signed in");
    }
  }

  /** While the page signs its user in again, a request of somebody else waits, and is tried again after that. */
  #checkHandedOn({ path, within }, { status }) {
    const { reauthenticating, requests, watch } = this.#client;
    // What another sign-in was in vain for is handed its 401 as this one begins.
    const signsIn = reauthenticating > 0 && watch.signingInAgain;
    const waits = path && status === 401 && signsIn && !within && requests.mayBeTriedAgain(path);
    this.#check(!waits, "handed on", () => `${path} is handed its 401 while the page signs in`);
  }

  /** The answer to a sign-in or sign-out is handed over: the call that asked for it is to end with it. */
  answered(kind, meaning, password) {
    for (const call of this.list) {
      if (call.kind === kind && !call.settled && (kind !== "login" || call.detail === password))
        call.answered = meaning;
    }
  }
}
