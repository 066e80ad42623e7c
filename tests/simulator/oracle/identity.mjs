// Checks `session.identity`: each stands for one user at most, and ends with a sign-out, another user or the end of the session.

import { isTyped } from "./shape.mjs";

export class Identities {
  #client;
  /** The identity that is current by what the page was told. */
  #current = undefined;
  /** The user that was shown under the current identity. */
  user = undefined;
  /** The keys of all identities so far. */
  #keys = new Set();
  /** Whether the identity must end in this script, because of a sign-out here or in another tab. */
  #mustEnd = false;
  /** Whether an identity has ended in this script. */
  ended = false;
  /** The key of the identity that ended last, as announced. */
  #endedKey = undefined;
  #isClosed = false;

  constructor(client) {
    this.#client = client;
  }

  #check(holds, rule, what) {
    this.#client.watch.check(holds, rule, what);
  }

  open(session) {
    this.#current = session.identity;
    this.#keys.add(this.#current.key);
    this.checkUser(session.snapshot);
  }

  beginScript() {
    this.ended = this.#mustEnd = false;
  }

  requireEnd() {
    this.#mustEnd = true;
  }

  /** Checks that the identity changes only with its event, and shows one user only. */
  checkUser({ user }) {
    const { identity } = this.#client.session;
    if (!this.#current) return;
    this.#check(identity === this.#current, "identity", "it changed without an event");
    this.#check(identity.signal.aborted === false, "identity", "it is current although it has ended");
    if (user === null) return;
    this.user ??= user.id;
    this.#check(
      this.user === user.id,
      "identity",
      () => `the identity of user ${this.user} shows user ${user.id}`,
    );
  }

  /** Checks the event `identity-ended`. */
  checkEnd({ key }) {
    const { identity } = this.#client.session;
    const { signal } = this.#current;
    this.#check(key === this.#current.key, "identity", `the end of ${key}, which is not current`);
    this.#check(this.#endedKey !== key, "identity", "its end is announced twice");
    this.#endedKey = key;
    const isAborted = signal.aborted && isTyped(signal.reason) && signal.reason.code === "superseded";
    this.#check(isAborted, "identity", "its signal is not aborted at its end");
    const isNew = Object.isFrozen(identity) && !this.#keys.has(identity.key);
    this.#check(isNew, "identity", "the next one is not new");
    this.#keys.add(identity.key);
    this.#current = identity;
    this.ended = true;
    this.#mustEnd = false;
    this.user = undefined;
  }

  /** Checks, after the script in which the session ended, that its identity has ended, too. */
  checkClosed() {
    if (!this.#isClosed) this.#check(this.ended, "identity", "it goes on after the end of its session");
    this.#isClosed = true;
  }

  /** Checks, at the end of a script, that an identity that had to end has ended. */
  checkEnds() {
    this.#check(!this.#mustEnd, "identity", "it goes on, though its user has signed out");
  }
}
