// Prints the bytes that a page loads for this package, and for each subpath. Fails above a budget: `size` in package.json, and
// `scripts/build/subpaths.mjs`. With --functions, prints also where the bytes are.

import { checkSize, checkSubpathSizes } from "./build/byte-budget.mjs";
import { printParts } from "./build/size-parts.mjs";
import { build } from "./build.mjs";
import { main } from "./run/run.mjs";
import { setup } from "./setup.mjs";

await main(import.meta, async (options) => {
  await setup();
  await build();
  if (options.includes("--functions")) await printParts();
  await checkSize();
  await checkSubpathSizes();
});
