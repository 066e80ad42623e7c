// Prints what a page loads for this package; fails above the budget.

import { build } from "./build.mjs";
import { checkSize } from "./package-size.mjs";
import { main } from "./run.mjs";
import { setup } from "./setup.mjs";

await main(import.meta, async () => {
  await setup();
  await build();
  await checkSize();
});
