// What the site is made of besides docs/: its tools, the reference, and copies of the documents of other folders.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readProjectFile, root } from "../run/project.mjs";
import { outputOf, run, step } from "../run/run.mjs";

const TOOLS = "docs/.vitepress";
const stamp = join(root, TOOLS, "node_modules/.lockfile-sha256");
const COPIES = join(root, "docs/source");
/** A generated part of the site has no place in the search: the guides say the same in more words. */
const HEAD = "---\nsearch: false\n---\n\n";

/** Installs the site's tools, unless the lockfile's are there. The root's `npm ci` installs none of them. */
export async function ensureSiteTools() {
  const lockfile = createHash("sha256")
    .update(readProjectFile(`${TOOLS}/package-lock.json`))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lockfile) return;
  await step("Installing the site's tools", async () => {
    await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: join(root, TOOLS) });
    writeFileSync(stamp, lockfile);
  });
}

export async function writeSources() {
  await step("Writing the reference, from the declarations", async () => {
    const { writeReference } = await import("../../docs/.vitepress/reference/reference.mjs");
    await writeReference();
  });
  rmSync(COPIES, { recursive: true, force: true });
  for (const path of await documentsElsewhere()) {
    const copy = join(COPIES, path);
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, HEAD + readProjectFile(path));
  }
}

/** The documents of other folders: the README of each, and those at the top. */
async function documentsElsewhere() {
  const listed = await outputOf("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"]);
  return listed
    .split("\n")
    .filter((path) => path !== "" && !path.startsWith("docs/") && existsSync(join(root, path)));
}
