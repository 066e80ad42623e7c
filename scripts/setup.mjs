// Installs what a fresh machine lacks, or says in one line what to install. Quick when nothing is lacking.

import { ensureBrowser } from "./browser.mjs";
import { ensureNpmPackages } from "./npm-packages.mjs";
import { main } from "./run.mjs";
import { ensureToolchain } from "./toolchain.mjs";

/** Everything that building needs; with `browser`, what testing and measuring need too. */
export async function setup({ browser = false } = {}) {
  await ensureNpmPackages();
  if (browser) await ensureBrowser();
  await ensureToolchain();
}

await main(import.meta, () => setup({ browser: true }));
