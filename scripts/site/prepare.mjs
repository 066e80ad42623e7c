// Prepares the site's build: installs its tools, writes the reference, and copies the documents of other folders.

import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ensureNpmPackages } from "../install/npm-packages.mjs";
import { readProjectFile, root } from "../run/project.mjs";
import { outputOf, step } from "../run/run.mjs";

const COPIES = join(root, "docs/source");
/** The front matter of a copied document, which leaves it out of the search: the guides explain the same things better. */
const HEAD = "---\nsearch: false\n---\n\n";

/** Installs the site's tools, which the root's `npm ci` does not. */
export const ensureSiteTools = () =>
  ensureNpmPackages({
    folder: "docs/.vitepress",
    headline: "Installing the site's tools",
    flags: ["--ignore-scripts", "--no-audit", "--no-fund"],
  });

/** Writes the reference, and copies the documents of other folders into `docs/source/`. */
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

/** Returns the paths of all Markdown files outside of docs/. */
async function documentsElsewhere() {
  const listed = await outputOf("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"]);
  return listed
    .split("\n")
    .filter((path) => path !== "" && !path.startsWith("docs/") && existsSync(join(root, path)));
}
