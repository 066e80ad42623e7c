// The source map of a shipped file: beside it, with the sources inside, for they are not in the package themselves.

import { writeFileSync } from "node:fs";
import { basename } from "node:path";

/**
 * Writes `code` with its map beside it. `before`: lines that come before what the map is of.
 * @param {string} path
 * @param {{ code: string, map: string }} minified
 */
export function writeMapped(path, { code, map }, before = "") {
  const file = basename(path);
  const parts = JSON.parse(map);
  const mappings = ";".repeat(before.split("\n").length - 1) + parts.mappings;
  writeFileSync(`${path}.map`, JSON.stringify({ ...parts, file, mappings }));
  writeFileSync(path, `${before}${code}\n//# sourceMappingURL=${file}.map\n`);
}
