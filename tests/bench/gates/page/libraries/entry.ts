// The JavaScript of the package alone: what it does with a parsed answer, and with the cells that the WebAssembly module then returns. The module
// itself does not run.

import { createRecords } from "../../../../../pkg/engine/records.js";
import { readPublication } from "../../../../../pkg/engine/wire.js";
import { CODES, SESSION_BODY } from "../../../../../pkg/entry/boundary.js";
import { createStores } from "../../../../../pkg/entry/feature-listeners.js";
import type { Change } from "../../../../../pkg/entry/features.js";
import { createGates } from "../../../../../pkg/entry/gate.js";
import { createPermissions } from "../../../../../pkg/entry/permissions.js";
import { createPublisher } from "../../../../../pkg/entry/publisher.js";
import { parsed } from "../clock.js";
import { permissionsOf, sessionBody } from "../features.js";

/** The cells of one publication, as `src/js/wire.rs` writes them, for the numbers of a user and of features. */
const cellsOf = ([user, features]: readonly [number, number], stale: boolean) => [
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
  const response = new Response();
  const records = createRecords();
  /** The numbers of the user and the features that are shown. */
  let shown: [number, number] = [0, 0];
  const stores = createStores(() => {});
  const takePermissions = (changed: readonly Change[]) => permissions.take(changed);
  const notifyPermissions = (changed: readonly Change[], userOrRolesChanged: boolean) => {
    stores.notify(changed, userOrRolesChanged);
    if (changed.length > 0) permissions.notify();
  };
  const publisher = createPublisher(session, {
    createIdentityFetch: () => fetch,
    takePermissions,
    notifyPermissions,
  });
  const { snapshot, known } = publisher;
  const initially = known();
  const permissions = createPermissions(
    snapshot,
    () => initially.snapshot,
    async () => snapshot().features,
    stores,
  );
  return {
    gate: createGates(stores, known, () => initially),
    permissions: permissions.permissions,
    subscribe: publisher.subscribe,
    /** Publishes the answer `text`; without one, a failed read. Returns when the answer was parsed. */
    publish(text?: string) {
      const began = performance.now();
      if (text) {
        const [, , , user, features] = records.read({ __proto__: null, response, text }, SESSION_BODY);
        shown = [user, features];
      }
      publisher.publish(readPublication(cellsOf(shown, !text), records));
      return Math.max(began, parsed());
    },
  };
}

export async function watch(names: string[], subscribers: string[], listener: () => void) {
  const entry = openEntry();
  entry.publish(sessionBody(permissionsOf(names)));
  for (const name of subscribers) entry.gate({ feature: name }).subscribe(listener);
  return (turned: Set<string>) => entry.publish(sessionBody(permissionsOf(names, turned)));
}
