// Loads Vite, and the Vite plugin of the packed package.

import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { loadTool } from "./environment.mjs";
import { consumers } from "./places.mjs";

const SOURCE = `${consumers}bundled/`;
const require = createRequire(SOURCE);

/** Imports one of the installed majors of Vite, by a name of `VITES`. */
export const viteOf = (name) => loadTool(name, require);

/** Returns the Vite plugin of the packed package, which must be installed. */
export async function platformSession(options) {
  const plugin = await loadTool("platform-session/vite", require);
  return plugin.platformSession(options);
}

/** Writes the bundlers' page into the folder, and further files, by their paths. */
export function writeSources(folder, files = {}) {
  for (const name of ["index.html", "main.js", "inline.js", "page.js"]) put(folder + name, SOURCE + name);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(folder + name), { recursive: true });
    writeFileSync(folder + name, text);
  }
}

function put(path, source) {
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(source, path);
}
