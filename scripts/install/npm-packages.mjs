// The npm packages that the lockfile names.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readProjectFile, root } from "../run/project.mjs";
import { run, step } from "../run/run.mjs";

const stamp = join(root, "node_modules", ".lockfile-sha256");

/** Installs the lockfile's packages, unless they are the ones that are there. */
export async function ensureNpmPackages() {
  const lockfile = createHash("sha256").update(readProjectFile("package-lock.json")).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lockfile) return;
  await step("Installing npm packages", async () => {
    await run("npm", ["ci"]);
    writeFileSync(stamp, lockfile);
  });
}
