// Makes what is generated of pkg/: pkg/wasm/ with wasm-pack, which calls wasm-bindgen, then wasm-opt, short names and
// minified glue; and the bundled entry points, which hold that glue.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkSize, checkSubpathSizes } from "./build/byte-budget.mjs";
import { contentHash } from "./build/content-hash.mjs";
import { bundleEntryPoints } from "./build/entry-points.mjs";
import { orderFunctions } from "./build/function-order.mjs";
import { fitGlue, minifyGlue } from "./build/glue.mjs";
import { writeIntegrity } from "./build/integrity.mjs";
import { writeLicences } from "./build/licences.mjs";
import { OWN_STANDARD_LIBRARY, refuseMachinePaths, shippedRustFlags } from "./build/rust-flags.mjs";
import { shortenNames } from "./build/short-names.mjs";
import { bundleSubpaths } from "./build/subpath-bundles.mjs";
import { trimWasm } from "./build/trim.mjs";
import { readProjectFile, root, wasmDirectory } from "./run/project.mjs";
import { main, run, step } from "./run/run.mjs";
import { setup } from "./setup.mjs";

const GLUE = join(wasmDirectory, "platform_session.js");
const WASM = join(wasmDirectory, "platform_session_bg.wasm");

// Everything that decides what the build makes, and where it is noted what the last one was made from.
const INPUTS = [
  "src",
  "Cargo.toml",
  "Cargo.lock",
  "rust-toolchain.toml",
  ".cargo/config.toml",
  "package-lock.json",
  "scripts/build.mjs",
  "scripts/build/brotli.mjs",
  "scripts/build/function-order.mjs",
  "scripts/build/glue.mjs",
  "scripts/build/minify.mjs",
  "scripts/build/rust-flags.mjs",
  "scripts/build/short-names.mjs",
  "scripts/build/trim.mjs",
  "scripts/build/wasm-functions.mjs",
];
const NOTE = "target/pkg-wasm.sha256";

/** Builds everything that a page loads. */
export async function build() {
  await buildWasm();
  await step("Bundling the entry points", bundleEntryPoints);
  await step("Bundling the subpaths", bundleSubpaths);
  writeIntegrity();
  await step("Gathering the licences", writeLicences);
}

/** Builds `pkg/wasm/`, unless what is there was made from these very sources. */
async function buildWasm() {
  if (isFresh()) return;
  await step("Building pkg/wasm/", async () => {
    const inputs = contentHash(INPUTS);
    rmSync(wasmDirectory, { recursive: true, force: true });
    const output = ["--out-dir", wasmDirectory, "--out-name", "platform_session"];
    const alone = ["--no-pack", "--no-gitignore", "src/module"];
    const env = await shippedRustFlags();
    await run(
      "wasm-pack",
      [
        "build",
        "--profile",
        "wasm",
        "--target",
        "web",
        "--mode",
        "no-install",
        ...output,
        ...alone,
        "--",
        ...OWN_STANDARD_LIBRARY,
      ],
      {
        env,
      },
    );
    fitGlue(GLUE);
    await trimWasm(WASM, GLUE);
    const names = await shortenNames(GLUE, WASM);
    await orderFunctions(WASM);
    await minifyGlue(GLUE, names);
    refuseMachinePaths(WASM);
    mkdirSync(join(root, "target"), { recursive: true });
    writeFileSync(join(root, NOTE), fingerprint(inputs));
  });
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
