// Vite with the plugin of the packed package.

import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { loadTool } from "./environment.mjs";
import { consumers } from "./places.mjs";

const SOURCE = `${consumers}bundled/`;
const require = createRequire(SOURCE);

/** One of the installed majors of Vite (`VITES`), by its name. */
export const viteOf = (name) => loadTool(name, require);

/** The Vite plugin of the packed package, once that is installed. */
export async function platformSession(options) {
  const plugin = await loadTool("platform-session/vite", require);
  return plugin.platformSession(options);
}

/** Writes the page of the bundlers into the folder, with further files by their paths. */
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
