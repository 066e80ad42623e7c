// What the page is shown, and the module never looks into: it stays here, where answers are parsed, and the module knows it
// by its number.

import { createFeatures } from "./features.js";
import { readCompany, readRoles } from "./initial.js";
import { isObject, own } from "./json-value.js";
import { same } from "./snapshot.js";

/** What one session keeps: features, companies and role catalogues. */
export function createKept() {
  const features = createFeatures();
  const companies = createList(readCompany);
  const catalogues = createList(readRoles);
  return {
    features,
    companyOf: companies.of,
    rolesOf: catalogues.of,
    /**
     * The answer, with numbers in its body, in the place of what is kept.
     * @template {{ response: Response, body?: any }} A
     * @param {A} answer
     */
    number(answer) {
      const { body } = features.number(answer);
      companies.number(body?.user, "company");
      catalogues.number(body, "roles");
      return answer;
    },
  };
}

/**
 * Of one kind, which `read` reads, by number: what says the same has the same one, and 0 is what is malformed. A page sees few
 * in all its life.
 */
function createList(read) {
  const list = [null];
  return {
    of: (number) => list[number],
    /** Reads what the holder has of that name, and puts its number there. */
    number(holder, name) {
      if (!isObject(holder)) return;
      const value = read(own(holder, name));
      const found = list.findIndex((known) => same(known, value));
      holder[name] = found < 0 ? list.push(value) - 1 : found;
    },
  };
}
