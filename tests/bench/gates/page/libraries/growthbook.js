// GrowthBook with features that the page sets (`initSync`, `setPayload`): it sends no request.

import { GrowthBook } from "@growthbook/growthbook";
import { permissionsOf } from "../features.js";

const payloadOf = (permissions) => ({
  features: Object.fromEntries(
    Object.entries(permissions).map(([name, { enabled }]) => [name, { defaultValue: enabled }]),
  ),
});

export function openGrowthBook(names) {
  const growthbook = new GrowthBook({});
  growthbook.initSync({ payload: payloadOf(permissionsOf(names)) });
  return {
    growthbook,
    async change(turned) {
      const permissions = permissionsOf(names, turned);
      const began = performance.now();
      await growthbook.setPayload(payloadOf(permissions));
      return began;
    },
  };
}

export const checks = {
  isOn(names) {
    const { growthbook } = openGrowthBook(names);
    return (index) => growthbook.isOn(names[index]);
  },
};
