// The apps are typed: against the declarations that were packed. (Next checks its own at build.)

import { test } from "node:test";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { consumers, repository } from "./support/places.mjs";

for (const [what, project] of [
  ["React", "."],
  ["Solid", "solid"],
]) {
  test(`the types of the apps of ${what} hold`, async () => {
    await installConsumers();
    await command(`${repository}node_modules/.bin/tsc`, ["--project", project], { cwd: consumers });
  });
}
