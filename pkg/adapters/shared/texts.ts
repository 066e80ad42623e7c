// What an element of the package says: texts by key, of which a page may give its own.

import type { Session } from "platform-session";

/** `english` has every key. `owner` is what a key that there is not would be a text of. */
export function textsOf<Messages extends object>(english: Messages, owner: string) {
  /** What the elements of a session say unless they are given other texts. */
  const ofSessions = new WeakMap<Session, Messages>();

  /** These texts, in English where one is left out. Throws a `TypeError` that names a key which there is not. */
  function complete(given: unknown): Messages {
    const messages: { __proto__: null; [key: string]: string | null } = { __proto__: null };
    // An attribute is a text.
    if (typeof given === "object") Object.assign(messages, given);
    for (const key in messages)
      if (!Object.hasOwn(english, key)) throw new TypeError(`${key} is no text of ${owner}`);
    for (const key in english) messages[key] ??= english[key] as string;
    return messages as object as Messages;
  }

  return {
    complete,
    of: (session: Session): Messages => ofSessions.get(session) ?? english,
    set(session: Session, messages: unknown): void {
      ofSessions.set(session, complete(messages));
    },
  };
}
