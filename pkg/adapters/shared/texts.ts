// The texts of the package's elements, by key; a page may replace them.

import type { Session } from "platform-session";
import type { Bound, InputValues } from "../elements/bound-element.js";

/** Manages the texts of one kind of element. `english` has every key. `owner` names the element in the error for a key that does not exist. */
export function textsOf<Messages extends object>(english: Messages, owner: string) {
  /** The texts of a session's elements. An element with `messages` of its own does not use them. */
  const ofSessions = new WeakMap<Session, Messages>();

  /** Returns `given` with the English text for each key that it lacks. Throws a `TypeError` that names a key which does not exist. */
  function complete(given: unknown): Messages {
    const messages: { __proto__: null; [key: string]: string | null } = {
      __proto__: null,
      // The attribute `messages` can hold only a text, not an object: it counts as no texts.
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

    /** Adds texts for a session's elements; texts of earlier calls stay, unless replaced. */
    add(session: Session, messages: object | undefined): void {
      if (messages) ofSessions.set(session, complete({ ...of(session), ...messages }));
    },

    /**
     * Returns the function that makes an element follow a session (`bound-element.ts`, `create`). `run` does it, with the completed texts.
     * Texts that are refused throw, and the element keeps its last ones.
     */
    withTexts(
      element: Bound & { messages: unknown },
      run: (session: Session, messages: Messages, inputs: InputValues) => () => void,
    ) {
      let current = of(element.session);
      element.messages ??= current;
      return (session: Session, inputs: InputValues): (() => void) => {
        if (inputs.messages == null) {
          // Without texts of its own the element has the session's. Setting the property makes the element call
          // this function again, with texts.
          element.messages = of(session);
          return () => {};
        }
        try {
          current = complete(inputs.messages);
        } catch (error) {
          element.messages = current;
          throw error;
        }
        return run(session, current, inputs);
      };
    },
  };
}
