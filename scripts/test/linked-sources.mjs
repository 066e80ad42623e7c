// Bundles the TypeScript modules that the crate's WebAssembly tests call into one JavaScript file, because wasm-bindgen cannot link TypeScript.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { once } from "../run/lanes.mjs";
import { root } from "../run/project.mjs";
import { main } from "../run/run.mjs";

/** The file that `src/js/wire/tests.rs` imports. */
const LINKED = join(root, "target/linked-sources.js");
const SOURCES = ["engine/wire", "entry/session-error"];

/** Writes the file, without which the tests do not compile. */
export const writeLinkedSources = once(async () => {
  // Imported here and not at the top, because this file is loaded before the npm packages are installed.
  const { build } = await import("esbuild");
  const contents = SOURCES.map((source) => `export * from "./pkg/${source}.ts";`).join("\n");
  mkdirSync(join(root, "target"), { recursive: true });
  await build({
    stdin: { contents, resolveDir: root },
    outfile: LINKED,
    bundle: true,
    format: "esm",
    logLevel: "silent",
  });
});

await main(import.meta, writeLinkedSources);
