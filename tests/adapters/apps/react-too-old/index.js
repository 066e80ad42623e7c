// A React without external stores, as before 18.
export * from "../../../consumers/node_modules/react";
export const useSyncExternalStore = undefined;
