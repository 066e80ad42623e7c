import { atom, listenKeys, map } from "nanostores";
import { permissionsOf } from "../features.js";

const openOf = (permissions) =>
  Object.fromEntries(Object.entries(permissions).map(([name, { enabled }]) => [name, enabled]));

/** One store for all features. */
export function openMap(names) {
  const store = map(openOf(permissionsOf(names)));
  return {
    store,
    change(turned) {
      const permissions = permissionsOf(names, turned);
      const began = performance.now();
      store.set(openOf(permissions));
      return began;
    },
  };
}

/** One store for each feature. */
export function openAtoms(names) {
  const atoms = new Map(
    Object.entries(permissionsOf(names)).map(([name, { enabled }]) => [name, atom(enabled)]),
  );
  return {
    atoms,
    change(turned) {
      const permissions = permissionsOf(names, turned);
      const began = performance.now();
      for (const name in permissions) atoms.get(name).set(permissions[name].enabled);
      return began;
    },
  };
}

export const checks = {
  get(names) {
    const { store } = openMap(names);
    // A store without a listener is mounted anew for each `get`; in a page, components listen.
    store.listen(() => {});
    return (index) => store.get()[names[index]] === true;
  },
};

export function watchMap(names, subscribers, listener) {
  const { store, change } = openMap(names);
  for (const name of subscribers) listenKeys(store, [name], (value) => listener(value[name]));
  return change;
}

export function watchAtoms(names, subscribers, listener) {
  const { atoms, change } = openAtoms(names);
  for (const name of subscribers) atoms.get(name).listen((open) => listener(open));
  return change;
}
