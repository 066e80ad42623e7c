// The permissions of all features at once, for menus and tables that are made of lists.

import type { Feature, FeatureMap, Permissions, SessionSnapshot } from "platform-session";

/** The two parts of a snapshot on which all permissions depend. */
export const featuresIn = ({ features }: SessionSnapshot) => features;
export const isUnknownIn = ({ status }: SessionSnapshot) => status === "unknown";

/** Returns `can` and `state` as in `session.permissions`. They call `features` and `isUnknown` anew each time, so that a framework tracks both. */
export function permissionsFrom(
  features: () => FeatureMap,
  isUnknown: () => boolean,
): Pick<Permissions, "can" | "state"> {
  // The map inherits nothing, so an inherited name is not in it.
  const can = (feature: Feature) => features()[feature]?.enabled === true;
  const state = (feature: Feature) => (isUnknown() ? "unknown" : can(feature) ? "granted" : "denied");
  return { can, state };
}
