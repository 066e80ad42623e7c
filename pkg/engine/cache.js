// What the page is shown and the engine never reads. It stays in JavaScript, where answers are parsed; the engine knows
// each value by a number.

import { readRoles, readUser } from "../entry/initial.js";
import { isObject, isText, own, ownText, parse } from "../entry/json-value.js";
import { same } from "../entry/snapshot.js";
import { createFeatureCache } from "./feature-cache.js";

/**
 * What one engine keeps: features, users, names of roles, companies and role catalogues. `shown`: the features that are shown before
 * it runs.
 */
export function createCache(shown) {
  const features = createFeatureCache(shown);
  const users = createList();
  const roles = createList();
  const companies = createList();
  const catalogues = createList();
  /**
   * The answer that says what is shown, or will be shown next: the same text is not parsed again. Never one with a token.
   * @type {{ __proto__?: null, text?: string, body?: any }}
   */
  let last = { __proto__: null };
  const roleIn = (sent, name) => roles.intern(ownText(sent, name));
  // Copies, which inherit nothing: the page may have put a setter on `Object.prototype`, or one that throws.
  const readData = (sent) =>
    isObject(sent)
      ? {
          __proto__: null,
          ...sent,
          role: roleIn(sent, "user_type"),
          features: features.intern(own(sent, "features")),
        }
      : sent;
  const readWhole = (sent) =>
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
  const read = (sent, text) => {
    if (!isObject(sent)) return sent;
    const user = readWhole(own(sent, "user"));
    const data = readData(own(sent, "data"));
    const roles = catalogues.intern(readRoles(own(sent, "roles")));
    const body = /** @type {any} */ ({ __proto__: null, ...sent, user, data, roles });
    if (body.authenticated && !body.access_token && !user?.token) last = { __proto__: null, text, body };
    return body;
  };
  return {
    /** The user with this number, who is shown now. */
    userOf(number) {
      if (last.body?.user?.details !== number) last = { __proto__: null };
      return users.of(number);
    },
    companyOf: companies.of,
    rolesOf: catalogues.of,
    /** Puts numbers in the place of what is cached, in what a server handed over. */
    internInitial: (body) => read(body),
    /**
     * The body of an answer, with numbers in the place of what is cached. It is parsed here, unless it is already.
     * @param {{ text?: string, body?: unknown }} answer
     */
    intern(answer) {
      // An answer that was too large has no `text` of its own, and the page may have added one to `Object.prototype`.
      const text = own(answer, "text");
      return text && text === last.text ? last.body : read(own(answer, "body") ?? parse(text), text);
    },
    /** The features with this number, which are shown now. */
    show(number) {
      const shown = features.show(number);
      if (features.of(last.body?.user?.permissions) !== shown) last = { __proto__: null };
      return shown;
    },
  };
}

/** Values by number: equal values have the same number. Numbers grow; 0: it was malformed. */
function createList() {
  /** @type {any[]} */
  const list = [null];
  let oldest = 1;
  return {
    /** The one with this number, which is shown now. Older ones are dropped. */
    of(number) {
      while (oldest < number) list[oldest++] = undefined;
      return list[number] ?? null;
    },
    intern(value) {
      // An empty name is a value, too.
      if (value === undefined || value === null) return 0;
      for (let number = oldest; number < list.length; number++) if (same(list[number], value)) return number;
      return list.push(value) - 1;
    },
  };
}

const OF_A_COMPANY = ["id", "name", "address", "city", "country", "postal_code"];

/** @returns {import("../index.js").Company | null} */
function readCompany(sent) {
  const [id, ...texts] = OF_A_COMPANY.map((name) => own(sent, name));
  if (!Number.isSafeInteger(id) || !texts.every(isText)) return null;
  const [name, address, city, country, postalCode] = texts;
  return { id, name, address, city, country, postalCode };
}
