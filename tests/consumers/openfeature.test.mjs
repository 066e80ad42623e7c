// The code of docs/openfeature.md, run by Node on the packed package: it checks itself, and prints one line at its end.

import assert from "node:assert/strict";
import { test } from "../e2e/support/scenario.mjs";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples } from "./support/places.mjs";

test("code that is gated through OpenFeature follows the permissions", async () => {
  await installConsumers();
  const printed = await command(process.execPath, ["openfeature/run.mjs"], { cwd: examples });
  assert.equal(printed, "the flags follow the permissions\n");
});
