// Computes one hash over the names and contents of files and folders, to find out whether any of them has changed.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run/project.mjs";

/** Returns the hash of these files and folders of the project. A path that does not exist adds nothing to it. */
export function contentHash(paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(filesAt)) {
    const contents = readFileSync(join(root, path));
    hash.update(`${path}\0${contents.length}\0`).update(contents);
  }
  return hash.digest("hex");
}

function filesAt(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesAt(join(path, name)));
}
