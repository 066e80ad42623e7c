// Installs what a fresh machine lacks, or says in one line what to install. Quick when nothing is lacking.

import { ensureBrowser } from "./browser.mjs";
import { ensureNpmPackages } from "./npm-packages.mjs";
import { main } from "./run.mjs";
import { ensureRust, ensureWasmTools } from "./toolchain.mjs";

/** Everything that building needs; with `browser`, what testing and measuring need too. */
export async function setup({ browser = false } = {}) {
  await setupSources();
  if (browser) await ensureBrowser();
  await ensureWasmTools();
}

/** What judging the sources needs, before anything is built. */
export async function setupSources() {
  await ensureNpmPackages();
  await ensureRust();
}

await main(import.meta, () => setup({ browser: true }));
