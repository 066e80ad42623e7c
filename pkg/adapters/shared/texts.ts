// What an element of the package says: texts by key, of which a page may give its own.

import type { Session } from "platform-session";
import type { AskedByName, Bound } from "../elements/bound-element.js";

/** `english` has every key. `owner` is what a key that there is not would be a text of. */
export function textsOf<Messages extends object>(english: Messages, owner: string) {
  /** What the elements of a session say unless they are given other texts. */
  const ofSessions = new WeakMap<Session, Messages>();

  /** These texts, in English where one is left out. Throws a `TypeError` that names a key which there is not. */
  function complete(given: unknown): Messages {
    const messages: { __proto__: null; [key: string]: string | null } = {
      __proto__: null,
      // An attribute is a text.
      ...(typeof given === "object" && given),
    };
    for (const key in messages)
      if (!Object.hasOwn(english, key)) throw new TypeError(`${key} is no text of ${owner}`);
    for (const key in english) messages[key] ??= english[key] as string;
    return messages as object as Messages;
  }

  const of = (session: Session): Messages => ofSessions.get(session) ?? english;

  return {
    complete,
    of,

    /** Beside those that the session's elements were given before. */
    add(session: Session, messages: object | undefined): void {
      if (messages) ofSessions.set(session, complete({ ...of(session), ...messages }));
    },

    /**
     * What the `create` of an element returns that says its property `messages`: `say` is called with these, too. What is refused is thrown,
     * and leaves the element as it was.
     */
    saidBy(
      element: Bound & { messages: unknown },
      say: (session: Session, messages: Messages, asked: AskedByName) => () => void,
    ) {
      let said = of(element.session);
      element.messages ??= said;
      return (session: Session, asked: AskedByName): (() => void) => {
        // Each assignment begins anew, with texts that are accepted.
        if (asked.messages == null) {
          // As it says by default, also once they were taken away.
          element.messages = of(session);
          return () => {};
        }
        try {
          said = complete(asked.messages);
        } catch (error) {
          element.messages = said;
          throw error;
        }
        return say(session, said, asked);
      };
    },
  };
}
