// The JavaScript of the package alone: what it does with a parsed answer, and with the cells that the WebAssembly module then returns. The module
// itself does not run.

import { createRecords } from "../../../../../pkg/engine/records.js";
import { readPublication } from "../../../../../pkg/engine/wire.js";
import { CODES, SESSION_BODY } from "../../../../../pkg/entry/boundary.js";
import { createStores } from "../../../../../pkg/entry/feature-listeners.js";
import { createGates } from "../../../../../pkg/entry/gate.js";
import { createPermissions } from "../../../../../pkg/entry/permissions.js";
import { createPublisher } from "../../../../../pkg/entry/publisher.js";
import { parsed } from "../clock.js";
import { permissionsOf, sessionBody } from "../features.js";

/** The cells of one publication, as `src/js/wire.rs` writes them, for the numbers of a user and of features. */
const cellsOf = ([user, features], stale) => [
  0, // the first identity of the page
  1, // status: authenticated
  null,
  stale,
  ...(stale ? [CODES.indexOf("server-error"), 500, null, true] : [null]),
  ...[user, 0], // without a company
  false,
  0, // without roles
  null,
  features,
  0,
  false,
  false,
  null,
];

/** Combines the parts of the entry as `create-session.ts` does. */
export function openEntry() {
  const session = new EventTarget();
  const records = createRecords();
  /** The numbers of the user and the features that are shown. */
  let shown = [0, 0];
  const stores = createStores(() => {});
  const takePermissions = (changed) => permissions.take(changed);
  const notifyPermissions = (changed, userOrRolesChanged) => {
    stores.notify(changed, userOrRolesChanged);
    if (changed.length > 0) permissions.notify();
  };
  const publisher = createPublisher(session, {
    createIdentityFetch() {},
    takePermissions,
    notifyPermissions,
  });
  const { snapshot, known } = publisher;
  const initially = known();
  const permissions = createPermissions(
    snapshot,
    () => initially.snapshot,
    async () => {},
    stores,
  );
  return {
    gate: createGates(stores, known, () => initially),
    permissions: permissions.permissions,
    subscribe: publisher.subscribe,
    /** Publishes the answer `text`; without one, a failed read. Returns when the answer was parsed. */
    publish(text) {
      const began = performance.now();
      if (text) {
        const [, , , user, features] = records.read({ __proto__: null, text }, SESSION_BODY);
        shown = [user, features];
      }
      publisher.publish(readPublication(cellsOf(shown, !text), records));
      return Math.max(began, parsed());
    },
  };
}

export async function watch(names, subscribers, listener) {
  const entry = openEntry();
  entry.publish(sessionBody(permissionsOf(names)));
  for (const name of subscribers) entry.gate({ feature: name }).subscribe(listener);
  return (turned) => entry.publish(sessionBody(permissionsOf(names, turned)));
}
