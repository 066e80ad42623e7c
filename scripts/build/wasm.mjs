// The WebAssembly made small with wasm-opt: its code, and the names that it shares with JavaScript.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wasmDirectory } from "../run/project.mjs";
import { outputOf, run } from "../run/run.mjs";

const NAMES = join(wasmDirectory, "names.json");

/** The ones that rustc emits: `--all-features` made a module that browsers refused. */
const FEATURES = [
  ...["--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-sign-ext"],
  ...["--enable-mutable-globals", "--enable-reference-types", "--enable-multivalue"],
];

// The order counts: these gave the fewest bytes after Brotli. `--low-memory-unused`: nothing is kept below address 1024.
const SMALLER = [
  ...["-ocimfs", "18", "-fimfs", "10", "--converge", "--skip-pass=local-cse", "--skip-pass=simplify-locals"],
  ...["--low-memory-unused", "--dealign", "-O3"],
];
const SHORT_NAMES = [
  "--minify-imports-and-exports-and-modules",
  "--strip-producers",
  "--strip-target-features",
];

/** What runs first in an instance. */
const START = "__wbindgen_start";

/** What the same build exports for where WebAssembly cannot run (`pkg/entry/module.ts`). */
export const WITHOUT_WASM = "createEngineWithoutWasm";

/** So many letters tell some 380 million builds apart. */
const STAMP_LENGTH = 5;

/** Shrinks the file, and notes the short names. Returns what it calls the module of its imports. */
export async function shrinkWasm(path) {
  await run("wasm-opt", [path, ...SMALLER, ...FEATURES, "--output", path]);
  const printed = await outputOf("wasm-opt", [path, ...SHORT_NAMES, ...FEATURES, "--output", path]);
  const { imports, exports } = JSON.parse(printed);
  const names = Object.fromEntries([...imports.map(([, long, short]) => [long, short]), ...exports]);
  names[START] = await stamp(path, names[START]);
  names[WITHOUT_WASM] = names[START];
  writeFileSync(NAMES, JSON.stringify(names));
  const [{ module }] = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(path)));
  return module;
}

/**
 * Names the function that runs first after the build. With short names, the glue of one build fits many another's file, which
 * a cache may still hold: it is not to run.
 */
async function stamp(path, start) {
  // Here and not above: this file is loaded before the npm packages are installed.
  const { default: binaryen } = await import("binaryen");
  const made = readFileSync(path);
  const letters = createHash("sha256")
    .update(made)
    .digest("base64")
    .replaceAll(/[^a-z]/gi, "")
    .slice(0, STAMP_LENGTH);
  const module = binaryen.readBinary(made);
  const { value } = binaryen.getExportInfo(module.getExport(start));
  module.removeExport(start);
  module.addFunctionExport(value, letters);
  writeFileSync(path, module.emitBinary());
  return letters;
}

/** Maps each long name to its short one. */
export const readNames = () => JSON.parse(readFileSync(NAMES, "utf8"));

/**
 * esbuild's options for the short names: the properties by which the glue and the entry call what the WebAssembly exports. `others`: more
 * that are shortened, as esbuild likes.
 */
export function shortNames(others = []) {
  const names = readNames();
  const long = [...Object.keys(names), ...others];
  return { mangleProps: new RegExp(`^(?:${long.join("|")})$`), mangleCache: names };
}
