// Makes the WebAssembly smaller with wasm-opt: its code, and the names that it shares with JavaScript.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wasmDirectory } from "../run/project.mjs";
import { outputOf, run } from "../run/run.mjs";

const NAMES = join(wasmDirectory, "names.json");

/** The WebAssembly features that rustc uses. With `--all-features`, wasm-opt wrote a module that browsers refused. */
const FEATURES = [
  ...["--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-sign-ext"],
  ...["--enable-mutable-globals", "--enable-reference-types", "--enable-multivalue"],
];

// These options, in this order, gave the fewest bytes after Brotli. `--low-memory-unused`: the module uses no address below 1024.
const SMALLER = [
  ...["-ocimfs", "18", "-fimfs", "10", "--converge", "--skip-pass=local-cse", "--skip-pass=simplify-locals"],
  ...["--low-memory-unused", "--dealign", "-O3"],
];
const SHORT_NAMES = [
  "--minify-imports-and-exports-and-modules",
  "--strip-producers",
  "--strip-target-features",
];

/** The export that is called first in an instance. */
const START = "__wbindgen_start";

/** The export of the build's JavaScript engine, for browsers where WebAssembly cannot run (`pkg/entry/module.ts`). */
export const WITHOUT_WASM = "createEngineWithoutWasm";

/** Five letters, upper or lower case, give about 380 million different names. */
const STAMP_LENGTH = 5;

/** Shrinks the file, and writes the short names to `names.json`. Returns the short name of the module from which the file imports. */
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
 * Renames the export that is called first, and returns the new name, which depends on the build. With short names, the glue of one build would
 * also fit the WebAssembly of another, which a cache may still hold; with this name, it does not run.
 */
async function stamp(path, start) {
  // Imported here and not at the top, because this file is loaded before the npm packages are installed.
  const { default: binaryen } = await import("binaryen");
  const contents = readFileSync(path);
  const letters = createHash("sha256")
    .update(contents)
    .digest("base64")
    .replaceAll(/[^a-z]/gi, "")
    .slice(0, STAMP_LENGTH);
  const module = binaryen.readBinary(contents);
  const { value } = binaryen.getExportInfo(module.getExport(start));
  module.removeExport(start);
  module.addFunctionExport(value, letters);
  writeFileSync(path, module.emitBinary());
  return letters;
}

/** Returns the short name of each long name. */
export const readNames = () => JSON.parse(readFileSync(NAMES, "utf8"));

/**
 * Returns esbuild's options that replace the long names in the glue and in the entry by the short ones. `others`: further properties, for which
 * esbuild chooses short names.
 */
export function shortNames(others = []) {
  const names = readNames();
  const long = [...Object.keys(names), ...others];
  return { mangleProps: new RegExp(`^(?:${long.join("|")})$`), mangleCache: names };
}
