// What the page is shown and the engine never reads. It stays in JavaScript, where answers are parsed; the engine knows
// each value by a number.

import { createFeatures } from "./features.js";
import { readCompany, readRoles, readUser } from "./initial.js";
import { isObject, own, ownText, parse } from "./json-value.js";
import { same } from "./snapshot.js";

/** What one session keeps: features, users, names of roles, companies and role catalogues. */
export function createKept() {
  const features = createFeatures();
  const users = createList();
  const roles = createList();
  const companies = createList();
  const catalogues = createList();
  /**
   * The answer that says what is shown, or will be shown next: the same text is not parsed again. Never one with a token.
   * @type {{ text?: string, body?: any }}
   */
  let last = {};
  const roleIn = (sent, name) => roles.numberOf(ownText(sent, name));
  const read = (text) => {
    const body = parse(text);
    const user = own(body, "user");
    const data = own(body, "data");
    if (isObject(user)) {
      user.permissions = features.numberOf(own(user, "permissions"));
      user.role = roleIn(user, "userType");
      user.details = users.numberOf(readUser(user));
      user.company = companies.numberOf(readCompany(own(user, "company")));
    }
    if (isObject(data)) {
      data.role = roleIn(data, "user_type");
      data.features = features.numberOf(own(data, "features"));
    }
    if (isObject(body)) body.roles = catalogues.numberOf(readRoles(own(body, "roles")));
    if (body?.authenticated && !body.access_token && !user?.token) last = { text, body };
    return body;
  };
  return {
    featuresOf: features.of,
    /** The user with this number, who is shown now. */
    userOf(number) {
      if (last.body?.user?.details !== number) last = {};
      return users.of(number);
    },
    companyOf: companies.of,
    rolesOf: catalogues.of,
    /**
     * Parses the body of an answer, and puts numbers in the place of what is kept.
     * @template {{ response: Response, text?: string, body?: any }} A
     * @param {A} answer
     */
    number(answer) {
      // An answer that was too large has no `text` of its own, and the page may have added one to `Object.prototype`.
      const text = own(answer, "text");
      answer.body = text && text === last.text ? last.body : read(text);
      return answer;
    },
    /** The same for what a server handed over, which is read already. */
    numberInitial({ body, news }) {
      // Nobody is signed in, so nothing is numbered.
      if (!news.user) return void delete body.user;
      body.user.permissions = features.add(news.features);
      body.user.role = roleIn(news.user, "userType");
      body.user.details = users.numberOf(news.user);
    },
    /** The features with this number, which are shown now. */
    show(number) {
      const shown = features.show(number);
      if (features.of(last.body?.user?.permissions) !== shown) last = {};
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
    numberOf(value) {
      // An empty name is a value, too.
      if (value === undefined || value === null) return 0;
      for (let number = oldest; number < list.length; number++) if (same(list[number], value)) return number;
      return list.push(value) - 1;
    },
  };
}
