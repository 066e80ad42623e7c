import { Ability } from "@casl/ability";
import { permissionsOf } from "../features.js";

/** One rule for each enabled feature. */
const rulesOf = (permissions) =>
  Object.entries(permissions)
    .filter(([, { enabled }]) => enabled)
    .map(([name]) => ({ action: name }));

export const openAbility = (names) => {
  const ability = new Ability(rulesOf(permissionsOf(names)));
  return {
    ability,
    change(turned) {
      const permissions = permissionsOf(names, turned);
      const began = performance.now();
      ability.update(rulesOf(permissions));
      return began;
    },
  };
};

export const checks = {
  can(names) {
    const { ability } = openAbility(names);
    return (index) => ability.can(names[index]);
  },
};

/** CASL has one event for all changes: each subscriber checks its own feature. */
export function watch(names, subscribers, listener) {
  const { ability, change } = openAbility(names);
  for (const name of subscribers) {
    let open = ability.can(name);
    ability.on("updated", () => {
      const now = ability.can(name);
      if (now !== open) listener(now);
      open = now;
    });
  }
  return change;
}
