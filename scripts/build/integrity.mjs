// What a page may name in an `integrity` attribute: a file that was changed on its way does not run.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageDirectory } from "../run/project.mjs";

const NAMED_BY_PAGES = [
  ...["index.js", "dist/inline.js", "dist/script.js", "dist/without-wasm.js"],
  "wasm/platform_session_bg.wasm",
];

/** The integrity of each file, by its path in the package. */
export const integrities = () =>
  Object.fromEntries(NAMED_BY_PAGES.map((path) => [path, integrityOf(join(packageDirectory, path))]));

/** Writes them into the package. */
export function writeIntegrity() {
  writeFileSync(join(packageDirectory, "dist/integrity.json"), `${JSON.stringify(integrities(), null, 2)}\n`);
}

/** The value of the attribute `integrity` for the file. */
export function integrityOf(path) {
  return `sha384-${createHash("sha384").update(readFileSync(path)).digest("base64")}`;
}
