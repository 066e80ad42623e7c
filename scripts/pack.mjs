// Builds the package and packs it into one file, which other projects install: until it is published, and to try a change.

import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { packageDirectory, root } from "./run/project.mjs";
import { main, outputOf, step } from "./run/run.mjs";
import { setup } from "./setup.mjs";

/** Where it lies, whatever its version: the documents name it. */
export const TARBALL = join(root, "target/platform-session.tgz");

/** Packs what was built. */
export async function pack() {
  const folder = join(root, "target");
  mkdirSync(folder, { recursive: true });
  const given = ["pack", "--silent", "--pack-destination", folder];
  const name = (await outputOf("npm", given, { cwd: packageDirectory })).trim().split("\n").at(-1) ?? "";
  renameSync(join(folder, name), TARBALL);
}

await main(import.meta, async () => {
  await setup();
  await build();
  await step("Packing", pack);
  console.log(`\nIn your project: npm install ${TARBALL}`);
});
