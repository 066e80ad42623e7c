// Lists the files that a page with the package loads: the entry, every module that it imports, and the WebAssembly.

import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { root } from "../run/project.mjs";

/** Matches `new URL("…", import.meta.url)`, by which a module names a file that is not a module. */
const ASSET = /new URL\(\s*["']([^"']+)["']\s*,\s*import\.meta\.url\s*\)/g;

/** Returns the files that a page with `entry` loads, the entry first, as paths from the project's root. */
export async function loadedFiles(entry) {
  // Imported here and not at the top, because this file is loaded before the npm packages are installed.
  const lexer = await import("es-module-lexer");
  await lexer.init;
  const found = new Set();
  const visit = (path) => {
    if (found.has(path)) return;
    found.add(path);
    if (!path.endsWith(".js")) return;
    const source = readFileSync(resolve(root, path), "utf8");
    // Dynamic imports are left out: they are loaded only where WebAssembly cannot run.
    const modules = lexer
      .parse(source)[0]
      .flatMap(({ specifier, type }) => (type === "dynamic" ? [] : [specifier]));
    const assets = [...source.matchAll(ASSET)].map((match) => match[1]);
    for (const specifier of [...modules.filter((specifier) => specifier?.startsWith(".")), ...assets]) {
      visit(relative(root, resolve(root, dirname(path), specifier)));
    }
  };
  visit(entry);
  return [...found];
}
