// What the site is made of besides docs/: its tools, the reference, and copies of the documents of other folders.

import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ensureNpmPackages } from "../install/npm-packages.mjs";
import { readProjectFile, root } from "../run/project.mjs";
import { outputOf, step } from "../run/run.mjs";

const COPIES = join(root, "docs/source");
/** A generated part of the site has no place in the search: the guides say the same in more words. */
const HEAD = "---\nsearch: false\n---\n\n";

/** The root's `npm ci` installs none of them. */
export const ensureSiteTools = () =>
  ensureNpmPackages({
    folder: "docs/.vitepress",
    headline: "Installing the site's tools",
    flags: ["--ignore-scripts", "--no-audit", "--no-fund"],
  });

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
