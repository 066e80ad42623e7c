// The hashes for `integrity` attributes, with which a browser does not run a file that was changed.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageDirectory } from "../run/project.mjs";

/** The files that a page may load by an element with an `integrity` attribute. */
const FILES = [
  ...["index.js", "dist/inline.js", "dist/script.js", "dist/without-wasm.js"],
  "wasm/platform_session_bg.wasm",
];

/** Returns the hash of each file, by its path in the package. */
export const integrities = () =>
  Object.fromEntries(FILES.map((path) => [path, integrityOf(join(packageDirectory, path))]));

/** Writes the hashes into the package. */
export function writeIntegrity() {
  writeFileSync(join(packageDirectory, "dist/integrity.json"), `${JSON.stringify(integrities(), null, 2)}\n`);
}

/** Returns the value of the attribute `integrity` for a file. */
export function integrityOf(path) {
  return `sha384-${createHash("sha384").update(readFileSync(path)).digest("base64")}`;
}
