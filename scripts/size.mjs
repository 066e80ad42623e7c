// Prints what a page loads for this package, and for each subpath; fails above a budget.

import { build } from "./build.mjs";
import { checkSize, checkSubpathSizes } from "./package-size.mjs";
import { main } from "./run.mjs";
import { setup } from "./setup.mjs";

await main(import.meta, async () => {
  await setup();
  await build();
  await checkSize();
  await checkSubpathSizes();
});
