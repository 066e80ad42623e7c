// `session.identity`: one user, from where the last one ended to a sign-out, another user, or the end of the session.

import { isTyped } from "./shape.mjs";

export class Identities {
  #client;
  #now = undefined;
  /** The user that was shown under the current identity. */
  user = undefined;
  #keys = new Set();
  /** Whether the identity must end in this script: a sign-out was called or heard of. */
  #mustEnd = false;
  /** Whether an identity has ended in this script. */
  ended = false;
  #told = undefined;
  #isClosed = false;

  constructor(client) {
    this.#client = client;
  }

  #check(holds, rule, what) {
    this.#client.watch.check(holds, rule, what);
  }

  open(session) {
    this.#now = session.identity;
    this.#keys.add(this.#now.key);
    this.looks(session.snapshot);
  }

  begins() {
    this.ended = this.#mustEnd = false;
  }

  ends() {
    this.#mustEnd = true;
  }

  /** Checks, as the page looks, that no other user is shown under the same identity, which is the one that the page has heard of. */
  looks({ user }) {
    const { identity } = this.#client.session;
    if (!this.#now) return;
    this.#check(identity === this.#now, "identity", "it is another, and no event has said so");
    this.#check(identity.signal.aborted === false, "identity", "it has ended, and is there");
    if (user === null) return;
    this.user ??= user.id;
    this.#check(this.user === user.id, "identity", () => `that of ${this.user} shows ${user.id}`);
  }

  /** Checks the event that says that the identity has ended. */
  checkEnd({ key }) {
    const { identity } = this.#client.session;
    const { signal } = this.#now;
    this.#check(key === this.#now.key, "identity", `the end of ${key}, which is not there`);
    this.#check(this.#told !== key, "identity", "its end is told twice");
    this.#told = key;
    const isTold = signal.aborted && isTyped(signal.reason) && signal.reason.code === "superseded";
    this.#check(isTold, "identity", "its signal says nothing of its end");
    const isNew = Object.isFrozen(identity) && !this.#keys.has(identity.key);
    this.#check(isNew, "identity", "it is not a new one");
    this.#keys.add(identity.key);
    this.#now = identity;
    this.ended = true;
    this.#mustEnd = false;
    this.user = undefined;
  }

  /** Checks the end of the session, once everything that came of that has happened. */
  checkClosed() {
    if (!this.#isClosed) this.#check(this.ended, "identity", "it goes on after the end of its session");
    this.#isClosed = true;
  }

  /** Checks the identity at the end of a script, once everything that came of it has happened. */
  checkEnds() {
    this.#check(!this.#mustEnd, "identity", "it goes on, though its user has signed out");
  }
}
