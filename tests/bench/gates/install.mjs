// The libraries that are compared with, as the lockfile beside this file names them. They are installed for this bench alone.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { run, step } from "../../../scripts/run/run.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const NOTE = `${here}node_modules/.lockfile-sha256`;
/** The newest nanostores names a newer Node. Here it runs in a browser. */
const OPTIONS = ["--prefix", here, "--no-engine-strict", "--no-audit", "--no-fund", "--ignore-scripts"];

/** Installs them, unless they are there. */
export async function installLibraries() {
  const lockfile = createHash("sha256")
    .update(readFileSync(`${here}package-lock.json`))
    .digest("hex");
  if (existsSync(NOTE) && readFileSync(NOTE, "utf8") === lockfile) return;
  await step("Installing the libraries to compare with", () => run("npm", ["ci", ...OPTIONS]));
  writeFileSync(NOTE, lockfile);
}
