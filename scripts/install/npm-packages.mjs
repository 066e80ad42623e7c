// Installs the npm packages of a lockfile.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run/project.mjs";
import { run, step } from "../run/run.mjs";

/** Installs the packages of the folder's lockfile, unless the last installation was of the same lockfile. `flags`: options of `npm ci`. */
export async function ensureNpmPackages({
  folder = "",
  headline = "Installing npm packages",
  flags = [],
} = {}) {
  const cwd = join(root, folder);
  const stamp = join(cwd, "node_modules/.lockfile-sha256");
  const lockfile = createHash("sha256")
    .update(readFileSync(join(cwd, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lockfile) return;
  await step(headline, async () => {
    await run("npm", ["ci", ...flags], { cwd });
    writeFileSync(stamp, lockfile);
  });
}
