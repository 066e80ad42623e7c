import { GrowthBookProvider, useFeatureIsOn } from "@growthbook/growthbook-react";
import { openGrowthBook } from "../libraries/growthbook.js";

export function open(names) {
  const { growthbook, change } = openGrowthBook(names);
  return {
    Provider: ({ children }) => <GrowthBookProvider growthbook={growthbook}>{children}</GrowthBookProvider>,
    useOpen: useFeatureIsOn,
    change,
  };
}
