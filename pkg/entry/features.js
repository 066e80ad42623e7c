// Reads the features of an answer, and numbers them: the module knows what was read by its number alone.

import { isObject, isText, own } from "./json-value.js";
import { freezeDeep, NO_FEATURES, same } from "./snapshot.js";

/** @typedef {import("../index.js").SessionSnapshot["features"]} Features Deep-frozen. It inherits nothing. */

/**
 * The features of one session, by number: those that are shown, and what was read since. Numbers grow; 0 is that there
 * are none.
 */
export function createFeatures() {
  /** @type {Map<number, Features>} */
  const kept = new Map([[0, NO_FEATURES]]);
  let newest = 0;
  let shown = NO_FEATURES;
  const add = (features) => {
    kept.set(++newest, features);
    return newest;
  };
  const numberOf = (sent) => {
    const features = readFeatures(sent, shown);
    for (const [number, known] of kept) if (known === features) return number;
    return features && add(features);
  };

  return {
    add,
    /**
     * The answer, with a number in the place of the features in its body: `null` where there is no map of them.
     * @template {{ response: Response, body?: any }} A
     * @param {A} answer
     */
    number(answer) {
      const { body } = answer;
      for (const [holder, name] of [
        [body?.user, "permissions"],
        [body?.data, "features"],
      ])
        if (isObject(holder)) holder[name] = numberOf(own(holder, name));
      return answer;
    },
    /** The features with this number; `null` where there are none. */
    of: (number) => kept.get(number) ?? null,
    /** The features with this number, which are shown now. No older ones will be again. */
    show(number) {
      shown = kept.get(number) ?? NO_FEATURES;
      for (const older of kept.keys()) if (older && older < number) kept.delete(older);
      return shown;
    },
  };
}

/**
 * The features listed (`identity-api.md` 2.2): `previous`, where that says the same, and so with each of its entries. One
 * that is malformed, or has no name, is left out and so stays closed. `null` where it is no object at all, or where a name is
 * no well-formed Unicode.
 * @returns {Features | null}
 */
export function readFeatures(sent, previous = NO_FEATURES) {
  if (!isObject(sent)) return null;
  const names = [];
  const permissions = [];
  let known = 0;
  for (const name of Object.keys(sent)) {
    const before = previous[name];
    // A name that is listed already is one.
    if (!before && !isText(name)) return null;
    const permission = readPermission(sent[name], before);
    if (!permission || name === "") continue;
    if (permission === before) known++;
    names.push(name);
    permissions.push(permission);
  }
  if (known === names.length && known === Object.keys(previous).length) return previous;
  const features = Object.create(null);
  for (let at = 0; at < names.length; at++) features[names[at]] = permissions[at];
  return Object.freeze(features);
}

/** One entry a feature that differs. */
export function changesBetween(previous, current) {
  const changes = [];
  if (previous === current) return changes;
  const note = (feature) =>
    changes.push(Object.freeze({ feature, previous: previous[feature], current: current[feature] }));
  for (const feature in current) if (current[feature] !== previous[feature]) note(feature);
  for (const feature in previous) if (!current[feature]) note(feature);
  return changes;
}

function readPermission(entry, before) {
  const enabled = own(entry, "enabled");
  if (typeof enabled !== "boolean") return null;
  let limit = own(entry, "limit") ?? null;
  const isSame = () => before?.enabled === enabled && same(before.limit, limit);
  if (isSame()) return before;
  try {
    // As JSON has it: a number may be too large for it.
    if (limit !== null) limit = JSON.parse(JSON.stringify(limit));
  } catch {
    return null;
  }
  return isSame() ? before : freezeDeep({ enabled, limit });
}
