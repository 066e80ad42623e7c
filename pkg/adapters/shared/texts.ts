// The texts of the package's elements, by key; a page may give its own.

import type { Session } from "platform-session";
import type { AskedByName, Bound } from "../elements/bound-element.js";

/** Makes the texts of one kind of element. `english` has every key. `owner`: the name of that kind, for an error that a key does not exist. */
export function textsOf<Messages extends object>(english: Messages, owner: string) {
  /** The texts of a session's elements, unless an element is given others. */
  const ofSessions = new WeakMap<Session, Messages>();

  /** Returns these texts, in English where one is left out. Throws a `TypeError` that names a key which does not exist. */
  function complete(given: unknown): Messages {
    const messages: { __proto__: null; [key: string]: string | null } = {
      __proto__: null,
      // An attribute gives a text, which is no object: it counts as no texts.
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

    /** Gives a session's elements these texts, beside those that they were given before. */
    add(session: Session, messages: object | undefined): void {
      if (messages) ofSessions.set(session, complete({ ...of(session), ...messages }));
    },

    /**
     * Returns a function for `create` (`bound-element.ts`) of an element with the property `messages`: `say` gets those texts, too. Texts that
     * are refused throw, and leave the element as it was.
     */
    saidBy(
      element: Bound & { messages: unknown },
      say: (session: Session, messages: Messages, asked: AskedByName) => () => void,
    ) {
      let said = of(element.session);
      element.messages ??= said;
      return (session: Session, asked: AskedByName): (() => void) => {
        // Each assignment of `messages` calls this function anew, which then has texts.
        if (asked.messages == null) {
          // Without texts of its own the element has the session's, even after its own were taken away.
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
