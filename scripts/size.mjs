// Prints what a page loads for this package, and for each subpath; fails above a budget. With --functions, also where its
// bytes are.

import { build } from "./build.mjs";
import { checkSize, checkSubpathSizes } from "./package-size.mjs";
import { main } from "./run.mjs";
import { setup } from "./setup.mjs";
import { printParts } from "./size-parts.mjs";

await main(import.meta, async (options) => {
  await setup();
  await build();
  if (options.includes("--functions")) await printParts();
  await checkSize();
  await checkSubpathSizes();
});
