import { OpenFeatureProvider, useBooleanFlagValue } from "@openfeature/react-sdk";
import { openClient } from "../libraries/openfeature.js";

export async function open(names) {
  const { change } = await openClient(names);
  return {
    Provider: ({ children }) => <OpenFeatureProvider>{children}</OpenFeatureProvider>,
    useOpen: (name) => useBooleanFlagValue(name, false),
    change,
  };
}
