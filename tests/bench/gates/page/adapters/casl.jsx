import { AbilityProvider, useAbility } from "@casl/react";
import { openAbility } from "../libraries/casl.js";

export function open(names) {
  const { ability, change } = openAbility(names);
  return {
    Provider: ({ children }) => <AbilityProvider value={ability}>{children}</AbilityProvider>,
    useOpen: (name) => useAbility().can(name),
    change,
  };
}
