import { Ability } from "@casl/ability";
import { permissionsOf } from "../features.js";

/** One rule for each feature that is enabled. */
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

/** There is one event for all: each subscriber asks for its own feature. */
export function watch(names, subscribers, told) {
  const { ability, change } = openAbility(names);
  for (const name of subscribers) {
    let open = ability.can(name);
    ability.on("updated", () => {
      const now = ability.can(name);
      if (now !== open) told(now);
      open = now;
    });
  }
  return change;
}
