// Builds the package and packs it into one file, which other projects can install before the package is published, or to try a change.

import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { packageDirectory, root } from "./run/project.mjs";
import { main, outputOf, step } from "./run/run.mjs";
import { setup } from "./setup.mjs";

/** The path of the packed file. The documents name it, so it does not depend on the version. */
export const TARBALL = join(root, "target/platform-session.tgz");

/** Packs the built package. */
export async function pack() {
  const folder = join(root, "target");
  mkdirSync(folder, { recursive: true });
  const npmArguments = ["pack", "--silent", "--pack-destination", folder];
  // npm prints the file's name last.
  const name =
    (await outputOf("npm", npmArguments, { cwd: packageDirectory })).trim().split("\n").at(-1) ?? "";
  renameSync(join(folder, name), TARBALL);
}

await main(import.meta, async () => {
  await setup();
  await build();
  await step("Packing", pack);
  console.log(`\nIn your project: npm install ${TARBALL}`);
});
