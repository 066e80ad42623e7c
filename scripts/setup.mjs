// Installs tools that this machine lacks, or says in one line what to install. It is quick if nothing is missing.

import { ensureBrowsers } from "./install/browser.mjs";
import { ensureNpmPackages } from "./install/npm-packages.mjs";
import { ensureRust, ensureWasmTools } from "./install/toolchain.mjs";
import { main } from "./run/run.mjs";

/** Installs the tools that a build needs; with `browser`, the three browsers, too. */
export async function setup({ browser = false } = {}) {
  await setupSources();
  if (browser) await ensureBrowsers();
  await ensureWasmTools();
}

/** Installs the tools that check the sources without a build. */
export async function setupSources() {
  await ensureNpmPackages();
  await ensureRust();
}

await main(import.meta, () => setup({ browser: true }));
