// The entry of the package alone: what it does with an answer that was parsed, and with the cells that the module then
// sends. The module's own part is left out.

import { createFeatures } from "../../../../../pkg/entry/features.js";
import { createGates } from "../../../../../pkg/entry/gate.js";
import { createPermissions } from "../../../../../pkg/entry/permissions.js";
import { createPublisher } from "../../../../../pkg/entry/publisher.js";
import { createStores } from "../../../../../pkg/entry/stores.js";
import { readPublication } from "../../../../../pkg/entry/wire.js";
import { permissionsOf } from "../features.js";

/** The cells of one publication, as `src/js/wire.rs` writes them. `features`: their number. */
const cellsOf = (features, stale) => [
  1, // authenticated
  null,
  stale,
  ...(stale ? [18, 500, null, true] : [null]),
  ...[1, 0], // the user, without a company
  false,
  0, // without roles
  null,
  features,
  0,
  false,
  false,
  null,
];

const USER = {
  id: 1042,
  email: "ada@example.com",
  name: "Ada Lovelace",
  userType: "expert",
  authSource: "local",
};
const userOf = () => USER;
const none = () => null;

/** The entry's parts, put together as `create-session.js` does it. */
export function openEntry() {
  const session = new EventTarget();
  const features = createFeatures();
  /** The number of those that are shown. */
  let shown = 0;
  const stores = createStores(() => {});
  const take = (changed) => permissions.take(changed);
  const publisher = createPublisher(session, take, (changed, identity) => {
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
    /** What an answer with these permissions comes to; without them, that a read has failed. */
    publish(answered) {
      if (answered) {
        const answer = features.number({ response: undefined, body: { user: { permissions: answered } } });
        shown = answer.body.user.permissions;
      }
      publisher.publish(readPublication(cellsOf(shown, !answered), features.show, userOf, none, none));
    },
  };
}

export async function watch(names, subscribers, told) {
  const entry = openEntry();
  entry.publish(permissionsOf(names));
  for (const name of subscribers) entry.gate({ feature: name }).subscribe(told);
  return (turned) => {
    const permissions = JSON.parse(JSON.stringify(permissionsOf(names, turned)));
    const began = performance.now();
    entry.publish(permissions);
    return began;
  };
}
