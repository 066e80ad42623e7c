// Builds the package, and runs a hundred thousand random schedules against it, or as many as are asked for.
//   npm run bench -- simulator --schedules N --seed S --workers K --enough F

import { build } from "../../scripts/build.mjs";
import { main } from "../../scripts/run/run.mjs";
import { setup } from "../../scripts/setup.mjs";
import { play } from "./run.mjs";

const LARGE = 100_000;

await main(import.meta, async (commandLine) => {
  await setup();
  await build();
  await play(["--schedules", String(LARGE), ...commandLine]);
});
