// Reads the features in an answer, and compares them with the features that are shown.

import type { FeatureMap, FeaturePermission, SessionEvents } from "../index.js";
import { asItIs, isObject, isText, own, ownBoolean } from "./json-value.js";
import { keep, NO_FEATURES, same } from "./snapshot.js";

/** Features as they are shown: deep-frozen, and an object that inherits nothing. */
export type Features = FeatureMap;

export type Change = SessionEvents["permissions-changed"]["detail"]["changes"][number];

interface MapInfo {
  /** How many features the map has. */
  size: number;
  /** An object that stands for the map. */
  id: object;
  /** The `id` of the earlier map that this one was compared with. */
  since?: object;
  /** The names of the features that differ from the earlier map. */
  names?: string[];
}

/** What is known of each map that was read. An earlier map is named by its `id`: holding the map itself would keep all earlier ones. */
const infoOfMap = new WeakMap<Features, MapInfo>([[NO_FEATURES, { size: 0, id: {} }]]);

/**
 * Reads features (`identity-api.md` 2.2). If all features are equal, the result is `previous` itself. A single feature that is
 * equal is the same object as in `previous`. A feature that is malformed, or has an empty name, is left out, so its gate stays
 * closed. The result is `null` if `sent` is no object, or if a name is not well-formed Unicode. `sent` itself becomes the map: the
 * caller must not use it any more.
 */
export function readFeatures(sent: unknown, previous: Features = NO_FEATURES): Features | null {
  if (!isObject(sent)) return null;
  const names: string[] = [];
  // Counts down to the number of features of `previous` that are missing now.
  let { size: missing, id: since } = infoOfMap.get(previous) as MapInfo;
  let size = 0;
  const mayInherit = "enabled" in {} || "limit" in {};
  for (const name of Object.keys(sent)) {
    const before = previous[name];
    // The names in `previous` were checked already.
    if (!before && !isText(name)) return null;
    const permission = name && readPermission(sent[name], before, mayInherit);
    if (!permission) {
      delete sent[name];
      continue;
    }
    size++;
    if (before) missing--;
    if (permission !== before) names.push(name);
    sent[name] = permission;
  }
  if (names.length === 0 && !missing) return previous;
  // From here on the map inherits nothing.
  const features: Features = Object.freeze(Object.setPrototypeOf(sent, null));
  if (missing) for (const name in previous) if (!features[name]) names.push(name);
  infoOfMap.set(features, { size, id: {}, since, names });
  return features;
}

/** Returns one change for each feature that differs. */
export function changesBetween(previous: Features, current: Features): Change[] {
  const changes: Change[] = [];
  if (previous === current) return changes;
  const { since, names } = infoOfMap.get(current) as MapInfo;
  const isNext = since === (infoOfMap.get(previous) as MapInfo).id;
  for (const feature of isNext
    ? (names as string[])
    : new Set([...Object.keys(previous), ...Object.keys(current)]))
    if (previous[feature] !== current[feature])
      changes.push(Object.freeze({ feature, previous: previous[feature], current: current[feature] }));
  return changes;
}

/** Reads the entry of one feature. `mayInherit`: `Object.prototype` has a member that an entry may lack. */
function readPermission(
  entry: unknown,
  before: FeaturePermission | undefined,
  mayInherit: boolean,
): FeaturePermission | null {
  // The quick comparison does not ask whether properties are own ones. Only `initial` may have entries that inherit from anything else
  // than `Object.prototype`, and it is read first, so that there is no feature `before`.
  const isSameEnabled = before && !mayInherit && isObject(entry) && entry.enabled === before.enabled;
  if (isSameEnabled && same(before.limit, entry.limit ?? null)) return before;
  const enabled = ownBoolean(entry, "enabled");
  if (enabled === undefined) return null;
  let limit = own(entry, "limit") ?? null;
  try {
    // Through JSON, `Infinity` becomes `null`: `1e999` in a body is parsed to it.
    if (limit !== null) limit = JSON.parse(JSON.stringify(limit, asItIs));
  } catch {
    return null;
  }
  return keep(before, { enabled, limit });
}
