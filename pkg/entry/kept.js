// What the page is shown, and the module never looks into: it stays here, where answers are parsed, and the module knows it
// by its number.

import { createFeatures } from "./features.js";
import { readCompany, readRoles, readUser } from "./initial.js";
import { isObject, own } from "./json-value.js";
import { same } from "./snapshot.js";

/** What one session keeps: features, users, companies and role catalogues. */
export function createKept() {
  const features = createFeatures();
  const users = createList();
  const companies = createList();
  const catalogues = createList();
  return {
    features,
    userOf: users.of,
    companyOf: companies.of,
    rolesOf: catalogues.of,
    /**
     * The answer, with numbers in its body, in the place of what is kept.
     * @template {{ response: Response, body?: any }} A
     * @param {A} answer
     */
    number(answer) {
      const { body } = features.number(answer);
      const { user } = body ?? {};
      if (isObject(user)) {
        user.details = users.numberOf(readUser(user));
        user.company = companies.numberOf(readCompany(own(user, "company")));
      }
      if (isObject(body)) body.roles = catalogues.numberOf(readRoles(own(body, "roles")));
      return answer;
    },
    /** The same for what a server handed over, which is read already. */
    numberInitial({ body, news }) {
      if (!news.user) return;
      body.user.permissions = features.add(news.features);
      body.user.details = users.numberOf(news.user);
    },
  };
}

/** Values by number: what says the same has the same one, and 0 is what is malformed. A page sees few in all its life. */
function createList() {
  const list = [null];
  return {
    of: (number) => list[number],
    numberOf(value) {
      const found = list.findIndex((known) => same(known, value));
      return found < 0 ? list.push(value) - 1 : found;
    },
  };
}
