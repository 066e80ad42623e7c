// Builds the generated files in pkg/: pkg/wasm/ (wasm-pack, which calls wasm-bindgen, then wasm-opt), and then the bundles of the
// entry points, the subpaths and the command.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeBom } from "./build/bom.mjs";
import { writeBoundary } from "./build/boundary.mjs";
import { bundleCommand } from "./build/command.mjs";
import { compiledCrates } from "./build/crates.mjs";
import { bundleEntryPoints } from "./build/entry-points.mjs";
import { makeFactory } from "./build/glue.mjs";
import { writeIntegrity } from "./build/integrity.mjs";
import { writeLicences } from "./build/licences.mjs";
import { OWN_STANDARD_LIBRARY, refuseMachinePaths, shippedRustFlags } from "./build/rust-flags.mjs";
import { bundleSubpaths } from "./build/subpath-bundles.mjs";
import { shrinkWasm } from "./build/wasm.mjs";
import { bundleWithoutWasm, FIRST_WASM, translate } from "./build/without-wasm.mjs";
import { contentHash } from "./run/content-hash.mjs";
import { readProjectFile, root, wasmDirectory } from "./run/project.mjs";
import { main, run, step } from "./run/run.mjs";
import { setup } from "./setup.mjs";
import { checkSize, checkSubpathSizes } from "./size/budget.mjs";

const GLUE = join(wasmDirectory, "platform_session.js");
const WASM = join(wasmDirectory, "platform_session_bg.wasm");
const TRANSLATED = join(root, "target/without-wasm");

/** Files and folders from which pkg/wasm/ is built. */
const INPUTS = [
  "src",
  "Cargo.toml",
  "Cargo.lock",
  "rust-toolchain.toml",
  ".cargo/config.toml",
  // The npm package with wasm-opt.
  "node_modules/binaryen/package.json",
  "scripts/build.mjs",
  "scripts/build/boundary.mjs",
  "scripts/build/glue.mjs",
  "scripts/build/rust-flags.mjs",
  "scripts/build/wasm.mjs",
  "scripts/build/without-wasm.mjs",
];
/** The file with the fingerprint of the last build. */
const FINGERPRINT_FILE = "target/pkg-wasm.sha256";

/** Builds everything that a page loads. */
export async function build() {
  await buildWasm();
  await step("Bundling the entry points", bundleEntryPoints);
  await step("Bundling the subpaths", bundleSubpaths);
  await bundleWithoutWasm();
  await step("Bundling the command", bundleCommand);
  writeIntegrity();
  await step("Gathering the licences", async () => {
    const crates = await compiledCrates();
    writeLicences(crates);
    await writeBom(crates);
  });
}

/** Builds `pkg/wasm/`, unless it was built from the current sources. */
async function buildWasm() {
  if (isFresh()) return;
  await step("Building pkg/wasm/", async () => {
    const inputs = contentHash(INPUTS);
    await writeBoundary();
    rmSync(wasmDirectory, { recursive: true, force: true });
    await wasmPack(wasmDirectory);
    makeFactory(GLUE, await shrinkWasm(WASM));
    await wasmPack(TRANSLATED, FIRST_WASM);
    [WASM, join(TRANSLATED, "platform_session_bg.wasm")].forEach(refuseMachinePaths);
    await translate(TRANSLATED);
    mkdirSync(join(root, "target"), { recursive: true });
    writeFileSync(join(root, FINGERPRINT_FILE), fingerprint(inputs));
  });
}

/** Compiles the crate into `folder`, with its glue. `flags`: further flags for rustc. */
async function wasmPack(folder, flags = []) {
  const mode = ["--profile", "wasm", "--target", "web", "--mode", "no-install"];
  const output = ["--out-dir", folder, "--out-name", "platform_session", "--no-pack", "--no-gitignore"];
  const crate = ["src/module", "--", ...OWN_STANDARD_LIBRARY];
  // Both calls share cargo's target folder: compiled crates are named by their flags, and the macros are compiled only once.
  await run("wasm-pack", ["build", ...mode, ...output, ...crate], { env: shippedRustFlags(flags) });
}

function isFresh() {
  try {
    return readProjectFile(FINGERPRINT_FILE) === fingerprint(contentHash(INPUTS));
  } catch {
    return false;
  }
}

/** Returns a text that changes with the inputs and with the built files. `inputs`: the hash of the inputs before the build. */
function fingerprint(inputs) {
  return `${inputs}\n${contentHash(["pkg/wasm"])}\n`;
}

await main(import.meta, async () => {
  await setup();
  await build();
  await checkSize();
  await checkSubpathSizes();
});
