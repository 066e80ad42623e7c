// The apps are typed: against the declarations that were packed. (Next checks its own at build.)

import { test } from "node:test";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { consumers, repository } from "./support/places.mjs";

const ROUTER = `${consumers}node_modules/@react-router/dev/bin.js`;
const ASTRO = `${consumers}node_modules/astro/astro.js`;

for (const [what, project, generate] of [
  ["React", "."],
  ["React Router", "react-router", [ROUTER, "typegen"]],
  ["Solid", "solid"],
  ["Astro", "astro", [ASTRO, "sync"]],
]) {
  test(`the types of the apps of ${what} hold`, async () => {
    await installConsumers();
    if (generate) await command(process.execPath, generate, { cwd: consumers + project });
    await command(`${repository}node_modules/.bin/tsc`, ["--project", project], { cwd: consumers });
  });
}
