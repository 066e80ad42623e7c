// What the page is shown and the engine never reads. It stays in JavaScript, where answers are parsed; the engine knows
// each value by a number.

import type { Answer } from "../entry/answer.js";
import type { Features } from "../entry/features.js";
import { readRoles, readUser } from "../entry/initial.js";
import { isObject, isText, own, ownText, parse } from "../entry/json-value.js";
import { same } from "../entry/snapshot.js";
import type { Company, Role, User } from "../index.js";
import { createFeatureCache } from "./feature-cache.js";

export type Cache = ReturnType<typeof createCache>;

/**
 * What one engine keeps: features, users, names of roles, companies and role catalogues. `shown`: the features that are shown before
 * it runs.
 */
export function createCache(shown?: Features) {
  const features = createFeatureCache(shown);
  const users = createList<User>();
  const roles = createList<string>();
  const companies = createList<Company>();
  const catalogues = createList<Role[]>();
  /** The answer that says what is shown, or will be shown next: the same text is not parsed again. Never one with a token. */
  let last: { __proto__: null; text?: string | undefined; body?: Body } = { __proto__: null };
  const roleIn = (sent: unknown, name: string) => roles.intern(ownText(sent, name));
  // Copies, which inherit nothing: the page may have put a setter on `Object.prototype`, or one that throws.
  const readData = (sent: unknown): Body =>
    isObject(sent)
      ? {
          __proto__: null,
          ...sent,
          role: roleIn(sent, "user_type"),
          features: features.intern(own(sent, "features")),
        }
      : sent;
  const readWhole = (sent: unknown): Body =>
    isObject(sent)
      ? {
          __proto__: null,
          ...sent,
          permissions: features.intern(own(sent, "permissions")),
          role: roleIn(sent, "userType"),
          details: users.intern(readUser(sent)),
          company: companies.intern(readCompany(own(sent, "company"))),
        }
      : sent;
  const read = (sent: unknown, text?: string) => {
    if (!isObject(sent)) return sent;
    const user = readWhole(own(sent, "user"));
    const data = readData(own(sent, "data"));
    const roles = catalogues.intern(readRoles(own(sent, "roles")));
    const body: Body = { __proto__: null, ...sent, user, data, roles };
    if (body.authenticated && !body.access_token && !user?.token) last = { __proto__: null, text, body };
    return body;
  };
  return {
    /** The user with this number, who is shown now. */
    userOf(number: number) {
      if (last.body?.user?.details !== number) last = { __proto__: null };
      return users.of(number);
    },
    companyOf: companies.of,
    rolesOf: catalogues.of,
    /** Puts numbers in the place of what is cached, in what a server handed over. */
    internInitial: (body: unknown) => read(body),
    /** The body of an answer, with numbers in the place of what is cached. It is parsed here, unless it is already. */
    intern(answer: Pick<Answer, "text" | "body">) {
      // An answer that was too large has no `text` of its own, and the page may have added one to `Object.prototype`.
      const text = own(answer, "text") as Answer["text"];
      return text && text === last.text ? last.body : read(own(answer, "body") ?? parse(text), text);
    },
    /** The features with this number, which are shown now. */
    show(number: number) {
      const shown = features.show(number);
      if (features.of(last.body?.user?.permissions) !== shown) last = { __proto__: null };
      return shown;
    },
  };
}

/** As it was sent, with numbers. */
// biome-ignore lint/suspicious/noExplicitAny: the engine's decoders alone check what it holds.
type Body = any;

/** Values by number: equal values have the same number. Numbers grow; 0: it was malformed. */
function createList<Value>() {
  const list: (Value | null | undefined)[] = [null];
  let oldest = 1;
  return {
    /** The one with this number, which is shown now. Older ones are dropped. */
    of(number: number): Value | null {
      while (oldest < number) list[oldest++] = undefined;
      return list[number] ?? null;
    },
    intern(value: Value | null | undefined): number {
      // An empty name is a value, too.
      if (value === undefined || value === null) return 0;
      for (let number = oldest; number < list.length; number++) if (same(list[number], value)) return number;
      return list.push(value) - 1;
    },
  };
}

const OF_A_COMPANY = ["id", "name", "address", "city", "country", "postal_code"];

function readCompany(sent: unknown): Company | null {
  const [id, ...texts] = OF_A_COMPANY.map((name) => own(sent, name));
  if (!Number.isSafeInteger(id) || !texts.every(isText)) return null;
  const [name, address, city, country, postalCode] = texts;
  return { id, name, address, city, country, postalCode } as Company;
}
