// Makes what is generated of pkg/: pkg/wasm/ with wasm-pack, which calls wasm-bindgen, then wasm-opt; and the bundled entry
// points, which hold the glue.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeBoundary } from "./build/boundary.mjs";
import { bundleCommand } from "./build/command.mjs";
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

// Everything that decides what the build makes, and where it is noted what the last one was made from.
const INPUTS = [
  "src",
  "Cargo.toml",
  "Cargo.lock",
  "rust-toolchain.toml",
  ".cargo/config.toml",
  // Of the packages, that one makes it.
  "node_modules/binaryen/package.json",
  "scripts/build.mjs",
  "scripts/build/boundary.mjs",
  "scripts/build/glue.mjs",
  "scripts/build/rust-flags.mjs",
  "scripts/build/wasm.mjs",
  "scripts/build/without-wasm.mjs",
];
const NOTE = "target/pkg-wasm.sha256";

/** Builds everything that a page loads. */
export async function build() {
  await buildWasm();
  await step("Bundling the entry points", bundleEntryPoints);
  await step("Bundling the subpaths", bundleSubpaths);
  await bundleWithoutWasm();
  await step("Bundling the command", bundleCommand);
  writeIntegrity();
  await step("Gathering the licences", writeLicences);
}

/** Builds `pkg/wasm/`, unless what is there was made from these very sources. */
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
    writeFileSync(join(root, NOTE), fingerprint(inputs));
  });
}

/** Compiles the crate into `folder`, with its glue. `flags`: what rustc is told besides. */
async function wasmPack(folder, flags = []) {
  const how = ["--profile", "wasm", "--target", "web", "--mode", "no-install"];
  const output = ["--out-dir", folder, "--out-name", "platform_session", "--no-pack", "--no-gitignore"];
  const crate = ["src/module", "--", ...OWN_STANDARD_LIBRARY];
  // In one folder: the flags are part of what cargo names a compiled crate by, and the macros compile once.
  await run("wasm-pack", ["build", ...how, ...output, ...crate], { env: shippedRustFlags(flags) });
}

function isFresh() {
  try {
    return readProjectFile(NOTE) === fingerprint(contentHash(INPUTS));
  } catch {
    return false;
  }
}

/** The inputs as they were before the build, with the outputs as they are: changing either makes a new build due. */
function fingerprint(inputs) {
  return `${inputs}\n${contentHash(["pkg/wasm"])}\n`;
}

await main(import.meta, async () => {
  await setup();
  await build();
  await checkSize();
  await checkSubpathSizes();
});
