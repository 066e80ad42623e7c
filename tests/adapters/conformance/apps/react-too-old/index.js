// A React without external stores, as before 18.
export * from "../../../../../examples/node_modules/react";
export const useSyncExternalStore = undefined;
