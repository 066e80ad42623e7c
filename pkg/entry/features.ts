// Reads the features of an answer, and tells what differs. Who calls the listeners of one feature: `feature-listeners.ts`, `notify`.

import type { FeatureMap, FeaturePermission, SessionEvents } from "../index.js";
import { asItIs, isObject, isText, own, ownBoolean } from "./json-value.js";
import { keep, NO_FEATURES, same } from "./snapshot.js";

/** Features as they are shown: deep-frozen, and an object that inherits nothing. */
export type Features = FeatureMap;

export type Change = SessionEvents["permissions-changed"]["detail"]["changes"][number];

interface Facts {
  size: number;
  id: object;
  since?: object;
  names?: string[];
}

/**
 * Facts of each map that was read: its `id`; its `size`; and the `names` of features that differ from an earlier map, with that map's
 * id (`since`). The earlier map itself is not held: each map would then keep all earlier ones.
 */
const facts = new WeakMap<Features, Facts>([[NO_FEATURES, { size: 0, id: {} }]]);

/**
 * Reads features (`identity-api.md` 2.2). If all features are equal, the result is `previous` itself. A single feature that is
 * equal is the same object as in `previous`. A feature that is malformed, or has an empty name, is left out, so its gate stays
 * closed. `null` where it is no object at all, or where a name is no well-formed Unicode. The object that was sent becomes the
 * map: the caller gives it away.
 */
export function readFeatures(sent: unknown, previous: Features = NO_FEATURES): Features | null {
  if (!isObject(sent)) return null;
  const names: string[] = [];
  let { size: gone, id: since } = facts.get(previous) as Facts;
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
    if (before) gone--;
    if (permission !== before) names.push(name);
    sent[name] = permission;
  }
  if (names.length === 0 && !gone) return previous;
  // From here on the map inherits nothing.
  const features: Features = Object.freeze(Object.setPrototypeOf(sent, null));
  if (gone) for (const name in previous) if (!features[name]) names.push(name);
  facts.set(features, { size, id: {}, since, names });
  return features;
}

/** Returns one change for each feature that differs. */
export function changesBetween(previous: Features, current: Features): Change[] {
  const changes: Change[] = [];
  if (previous === current) return changes;
  const { since, names } = facts.get(current) as Facts;
  const isNext = since === (facts.get(previous) as Facts).id;
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
  // The quick way does not ask for own properties. Only what was handed over may inherit from anything else than `Object.prototype`,
  // and there nothing was listed before.
  const isAsOpen = before && !mayInherit && isObject(entry) && entry.enabled === before.enabled;
  if (isAsOpen && same(before.limit, entry.limit ?? null)) return before;
  const enabled = ownBoolean(entry, "enabled");
  if (enabled === undefined) return null;
  let limit = own(entry, "limit") ?? null;
  try {
    // The limit becomes what JSON has for it: `Infinity`, which `1e999` is parsed to, becomes `null`.
    if (limit !== null) limit = JSON.parse(JSON.stringify(limit, asItIs));
  } catch {
    return null;
  }
  return keep(before, { enabled, limit });
}
