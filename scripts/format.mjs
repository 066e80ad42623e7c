// Formats every file of the project.

import { main, run } from "./run/run.mjs";
import { setupSources } from "./setup.mjs";

await main(import.meta, async () => {
  await setupSources();
  await run("cargo", ["fmt", "--all"]);
  await run("cargo", ["fmt", "--manifest-path", "tests/fuzz/Cargo.toml"]);
  await run("biome", ["check", "--write", "."]);
});
