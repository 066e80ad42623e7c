// The entry of the package alone: what it does with the cells that the module sends. The module's own part is left out.

import { createGates } from "../../../../../pkg/entry/gate.js";
import { createPermissions } from "../../../../../pkg/entry/permissions.js";
import { createPublisher } from "../../../../../pkg/entry/publisher.js";
import { createStores } from "../../../../../pkg/entry/stores.js";
import { readPublication } from "../../../../../pkg/entry/wire.js";
import { permissionsOf } from "../features.js";

/** The cells of one publication, as `src/js/wire.rs` writes them. `permissions`: `null` where they are what they were. */
export const cellsOf = (permissions, stale = false) => [
  1, // authenticated
  null,
  stale,
  ...(stale ? [18, 500, null, true] : [null]),
  ...[1042, "ada@example.com", "Ada Lovelace", "expert", "local", null],
  false,
  null,
  null,
  ...(permissions ? listOf(permissions) : [null]),
  0,
  false,
  false,
  null,
];

function listOf(permissions) {
  const entries = Object.entries(permissions).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    entries.length,
    ...entries.flatMap(([name, { enabled, limit }]) => [name, enabled, JSON.stringify(limit)]),
  ];
}

/** The entry's parts, put together as `create-session.js` does it. */
export function openEntry() {
  const session = new EventTarget();
  const stores = createStores(() => {});
  const publisher = createPublisher(session, (changed, identity) => {
    stores.notify(changed, identity);
    if (changed.length > 0) permissions.notify();
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
    publish: (cells) => publisher.publish(readPublication(cells)),
  };
}

export async function watch(names, subscribers, told) {
  const entry = openEntry();
  entry.publish(cellsOf(permissionsOf(names)));
  for (const name of subscribers) entry.gate({ feature: name }).subscribe(told);
  return (turned) => {
    const cells = cellsOf(permissionsOf(names, turned));
    const began = performance.now();
    entry.publish(cells);
    return began;
  };
}
