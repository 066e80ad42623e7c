// `session.identity`: one person, from where the last one ended to a sign-out, another user, or the end of the session.

import { isTyped } from "./shape.mjs";

export class Identities {
  #client;
  #now = undefined;
  /** Who was shown under it. */
  user = undefined;
  /** The users that answers have named under it, shown or not. */
  #named = new Set();
  #keys = new Set();
  /** Something ends it, which the page is to hear of. */
  #mustEnd = false;
  #mayEnd = false;
  /** It has ended in this script. */
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
    // What is under way as the page begins has ended the one before.
    this.#mustEnd = false;
    this.looks(session.snapshot);
  }

  begins() {
    this.ended = false;
  }

  /** A sign-out is called or heard of, or the session ends. */
  ends() {
    this.#mustEnd = true;
  }

  /** As `ends`, where the page may not hear of it. */
  mayEnd() {
    this.#mayEnd = true;
  }

  /** An answer names a user. */
  names(id) {
    if (id !== undefined) this.#named.add(id);
  }

  /** The page looks: no other user is shown under the same identity, which is the one that the page has heard of. */
  looks({ user }) {
    const { identity } = this.#client.session;
    if (!this.#now) return;
    this.#check(identity === this.#now, "identity", "it is another, and no event has said so");
    this.#check(identity.signal.aborted === false, "identity", "it has ended, and is there");
    if (user === null) return;
    this.user ??= user.id;
    this.names(user.id);
    this.#check(this.user === user.id, "identity", () => `that of ${this.user} shows ${user.id}`);
  }

  /** The event that says that it has ended. */
  checkEnd({ key }) {
    const { session, watch } = this.#client;
    const { identity } = session;
    const { signal } = this.#now;
    this.#check(key === this.#now.key, "identity", `the end of ${key}, which is not there`);
    this.#check(this.#told !== key, "identity", "its end is told twice");
    this.#told = key;
    const isTold = signal.aborted && isTyped(signal.reason) && signal.reason.code === "superseded";
    this.#check(isTold, "identity", "its signal says nothing of its end");
    this.#check(
      Object.isFrozen(identity) && !this.#keys.has(identity.key),
      "identity",
      "it is not a new one",
    );
    // A user with a session that had ended by then was named, and never shown.
    const isAnother = this.#named.size > 1;
    // An engine that takes the journal knows of a change of user that was never shown.
    const isCaused = this.#mustEnd || this.#mayEnd || isAnother || watch.closed || watch.engineBegan;
    this.#check(isCaused, "identity", "it ends, though no user has signed out and no other one is signed in");
    this.#keys.add(identity.key);
    this.#now = identity;
    this.#mustEnd = this.#mayEnd = false;
    this.ended = true;
    this.user = undefined;
    this.#named.clear();
    // The user who has ended it begins the next.
    this.names(Number.isInteger(watch.word) ? watch.word : undefined);
  }

  /** The session is over, and everything that came of that has happened. */
  checkClosed() {
    if (!this.#isClosed) this.#check(this.ended, "identity", "it goes on after the end of its session");
    this.#isClosed = true;
  }

  /** Everything that came of it has happened. */
  checkEnds() {
    this.#check(!this.#mustEnd, "identity", "it goes on, though its user has signed out");
  }
}
