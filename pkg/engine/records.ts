// Keeps the values in answers that the page is shown, and numbers them for the engine, which decides on a few facts and on the numbers.

import type { Answer } from "../entry/answer.js";
import { SESSION_BODY } from "../entry/boundary.js";
import type { Features } from "../entry/features.js";
import type { Publication } from "../entry/publisher.js";
import { type AnswerRecord, recordOf } from "../entry/record.js";
import { type Content, NO_FEATURES, same } from "../entry/snapshot.js";

export type Records = ReturnType<typeof createRecords>;

/**
 * One body, as `src/js/engine.rs` takes it: the body's own flag (1 or 0) and the user's id, each `NaN` if missing; then the numbers of the
 * other values, each 0 if missing.
 */
export type Facts = [
  says: number,
  user: number,
  role: number,
  content: number,
  features: number,
  company: number,
];

/** Makes the list of values that one engine knows by numbers. `shown`: the features that are shown before it runs. */
export function createRecords(shown = NO_FEATURES) {
  /** The values, by number: the members of a session body, the names of roles, features, companies and role catalogues. */
  const values = new Map<number, unknown>();
  let newest = 0;
  /**
   * The numbers of the newest shown user's role, content, features and company, in this order: the engine may hold them also while no user
   * is shown.
   */
  let held: number[] = [];
  /** The number of the content that is shown; 0: no user is. */
  let current = 0;
  /** The number of the role catalogue that is shown; 0: none. */
  let roles = 0;
  /** The session body that says what is shown: the same text is not parsed again. Never one with a token. */
  let last = NO_ANSWER;
  /** The newest configuration of single sign-on. */
  let config: AnswerRecord["config"];

  /** Returns the number of a value; 0 if it is missing. Equal values have the same number, and a new value has the next higher one. */
  const numberOf = (value: unknown, isSame = same) => {
    // An empty string is a value, and gets a number.
    if (value === undefined || value === null) return 0;
    for (const [number, known] of values) if (isSame(known, value)) return number;
    values.set(++newest, value);
    return newest;
  };
  // Equal features are the same map (`features.ts`).
  const factsOf = ({ says, content, role, features, company, roles }: AnswerRecord): Facts => [
    Number(says),
    Number(content?.user?.id),
    numberOf(role ?? content?.user?.userType),
    numberOf(content ?? roles),
    numberOf(features, Object.is),
    numberOf(company),
  ];

  /** Forgets the values that are not shown, because the engine has refused them. */
  const prune = () => {
    for (const number of values.keys()) if (number !== roles && !held.includes(number)) values.delete(number);
    // The content, or the features, of that body are not shown any more.
    if (last.facts[3] !== current || last.facts[4] !== held[2]) last = NO_ANSWER;
  };

  return {
    /**
     * Returns the facts of an answer, and the access token, which is not kept. `body`: the number of the body's kind (`Body`,
     * `src/api/facts.rs`).
     */
    read(answer: Answer, body: number): [...Facts, token?: string] {
      const { text } = answer;
      const isSession = body === SESSION_BODY;
      prune();
      if (isSession && text && text === last.text) return last.facts;
      const record = recordOf(answer, body, shown);
      if (!record) return NO_FACTS;
      // The answer itself may be kept for as long as the session, like the first answer by its promise. So its user's data is removed.
      answer.text = answer.record = undefined;
      const facts = factsOf(record);
      config = record.config ?? config;
      if (isSession && record.content && !record.token) last = { __proto__: null, text, facts };
      // Any string counts as a token, even one that is not well-formed Unicode.
      return typeof record.token === "string" ? [...facts, record.token] : facts;
    },
    /** Returns the HTTP status (0 without `given`) and the facts of the `initial` that is shown. */
    readShown(given: Publication | null): [status: number, ...Facts] {
      if (!given) return [0, ...NO_FACTS];
      const { reason, user, content, features } = given;
      // Without a user `given` has no `content` of its own, and the page may have put some on `Object.prototype`.
      const facts = factsOf({ __proto__: null, says: !!user, content: user && content, features });
      held = facts.slice(2);
      current = facts[3];
      return [reason === "deactivated" ? 401 : 200, ...facts];
    },
    /** Returns the value with this number; `null` if there is none. */
    // biome-ignore lint/suspicious/noExplicitAny: the caller knows the type by where the number stood.
    of: (number: number): any => values.get(number) ?? null,
    /** Takes the numbers of the values that are shown from now on (0: none), and forgets all other values. */
    retain(content: number, company: number, catalogue: number, features: number) {
      roles = catalogue;
      current = content;
      if (content) {
        const { user } = values.get(content) as Content;
        held = [numberOf(user?.userType), content, features, company];
        shown = values.get(features) as Features;
      }
      prune();
    },
    config: () => config,
  };
}

/** No facts: WebAssembly takes a missing argument for no number, or for 0. */
const NO_FACTS = [] as unknown as Facts;
const NO_ANSWER: { __proto__: null; text?: string | undefined; facts: Facts } = {
  __proto__: null,
  facts: NO_FACTS,
};
