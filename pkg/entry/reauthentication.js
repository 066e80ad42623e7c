// The page's `reauthenticate`: the session as it is given it, and one call at a time.

/**
 * A view of the session whose calls that may meet a 401 are `within`: they wait for nobody, while all others wait for the
 * reauthentication.
 */
export function viewWithin(session, { fetch, roles, refreshPermissions }) {
  const members = (values) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, enumerable: true }]));
  // The methods of `EventTarget` work on the session alone, so they are bound to it.
  const target = ["addEventListener", "removeEventListener", "dispatchEvent"].map((name) => [
    name,
    session[name].bind(session),
  ]);
  const permissions = Object.create(session.permissions, members({ refresh: refreshPermissions }));
  return Object.freeze(
    Object.create(
      session,
      members({ ...Object.fromEntries(target), permissions: Object.freeze(permissions), roles, fetch }),
    ),
  );
}

/** Whoever asks while one is under way gets that one: an engine may be lost meanwhile, and the next one ask again. */
export function oneAtATime(begin) {
  let underWay;
  return (...parts) => {
    underWay ??= begin(...parts).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
