// Installs the libraries that a bench compares with, by the lockfile in its folder, for that bench only.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { run, step } from "../../scripts/run/run.mjs";

/** `--no-engine-strict`: the newest nanostores needs a newer Node, but here it runs in a browser. */
const OPTIONS = ["--no-engine-strict", "--no-audit", "--no-fund", "--ignore-scripts"];

/** Installs the packages of `folder`, which ends with a slash, unless its lockfile is installed already. */
export async function installLocked(folder, headline) {
  const note = `${folder}node_modules/.lockfile-sha256`;
  const lockfile = createHash("sha256")
    .update(readFileSync(`${folder}package-lock.json`))
    .digest("hex");
  if (existsSync(note) && readFileSync(note, "utf8") === lockfile) return;
  await step(headline, () => run("npm", ["ci", "--prefix", folder, ...OPTIONS]));
  writeFileSync(note, lockfile);
}
