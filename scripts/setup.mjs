// Installs what a fresh machine lacks, or says in one line what to install. Quick when nothing is lacking.

import { ensureBrowsers } from "./install/browser.mjs";
import { ensureNpmPackages } from "./install/npm-packages.mjs";
import { ensureRust, ensureWasmTools } from "./install/toolchain.mjs";
import { main } from "./run/run.mjs";

/** Everything that building needs; with `browser`, the three browsers, too. */
export async function setup({ browser = false } = {}) {
  await setupSources();
  if (browser) await ensureBrowsers();
  await ensureWasmTools();
}

/** What judging the sources needs, before anything is built. */
export async function setupSources() {
  await ensureNpmPackages();
  await ensureRust();
}

await main(import.meta, () => setup({ browser: true }));
