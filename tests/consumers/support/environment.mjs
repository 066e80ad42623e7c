// The environment for bundlers and frameworks, as it was at the start of this process. Vite sets `NODE_ENV` in the process, and npm, React, Rollup and Vite
// itself read it.

import { pathToFileURL } from "node:url";

/** The environment of a child of this process. */
export const ENVIRONMENT = { ...process.env };

/** Imports a tool into this process, with the original `NODE_ENV`. `require` finds its file by its name. */
export function loadTool(name, require) {
  const { NODE_ENV } = ENVIRONMENT;
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  return import(pathToFileURL(require.resolve(name)).href);
}
