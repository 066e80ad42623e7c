// Prints the bytes that a page loads for this package, and for each subpath. Fails if one is over its budget (`size` in package.json, and
// `scripts/build/subpaths.mjs`).

import { build } from "./build.mjs";
import { main } from "./run/run.mjs";
import { setup } from "./setup.mjs";
import { checkSize, checkSubpathSizes } from "./size/budget.mjs";

await main(import.meta, async () => {
  await setup();
  await build();
  await checkSize();
  await checkSubpathSizes();
});
