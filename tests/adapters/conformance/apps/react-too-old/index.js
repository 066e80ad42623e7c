// A React without `useSyncExternalStore`, as the majors before 18.
export * from "../../../../../examples/node_modules/react";
export const useSyncExternalStore = undefined;
