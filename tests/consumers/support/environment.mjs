// The environment that other people's tools find: as the runner gave it. Vite leaves `NODE_ENV` in that of this process, and npm, React,
// Rollup and Vite itself go by it.

import { pathToFileURL } from "node:url";

/** The environment of a child of this process. */
export const ENVIRONMENT = { ...process.env };

/** Loads a tool that is to run within this process: the module that `require` finds by its name. */
export function loadTool(name, require) {
  const { NODE_ENV } = ENVIRONMENT;
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  return import(pathToFileURL(require.resolve(name)).href);
}
