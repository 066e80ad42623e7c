// What the user may do, of all features at once: for menus and tables that are made of lists.

/** The two parts of a snapshot on which all permissions depend. */
export const featuresIn = ({ features }) => features;
export const isUnknownIn = ({ status }) => status === "unknown";

/** As `session.permissions` says it. `features` and `isUnknown` give those parts, at each call, for a framework that follows what is read. */
export function permissionsFrom(features, isUnknown) {
  // The map inherits nothing, so an inherited name is not in it.
  const can = (feature) => features()[feature]?.enabled === true;
  const state = (feature) => (isUnknown() ? "unknown" : can(feature) ? "granted" : "denied");
  return { can, state };
}
