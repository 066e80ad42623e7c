// The WebAssembly made small with wasm-opt: its code, and the names that it shares with JavaScript.

import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wasmDirectory } from "../run/project.mjs";
import { outputOf, run } from "../run/run.mjs";

const NAMES = join(wasmDirectory, "names.json");
const TEXT = join(wasmDirectory, "platform_session_bg.wat");

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

/** What nothing here uses: the linker cannot know, as wasm-bindgen might need it. */
const UNUSED = {
  exports: /^ \(export "(?:__abort_handler|__instance_terminated|__wbindgen_realloc|__wbindgen_free)" .*\n/gm,
  // One for each kind of closure that JavaScript could call, and for each way to wake a future.
  functions: /\$"[^"]*::(?:closures::_::invoke|task_waker)::[^"]*"/g,
  messages:
    /called `\w+::unwrap_throw\(\)` on an? `\w+` value|closure invoked recursively or after being dropped/g,
};

/** What runs first in an instance. */
const START = "__wbindgen_start";

/** What the same build exports for where WebAssembly cannot run (`pkg/entry/module.js`). */
export const WITHOUT_WASM = "createEngineWithoutWasm";

/** So many letters tell some 380 million builds apart. */
const STAMP_LENGTH = 5;

/** Shrinks the file, and notes the short names. Returns what it calls the module of its imports. */
export async function shrinkWasm(path) {
  writeFileSync(TEXT, withoutUnused(await outputOf("wasm-dis", [path, ...FEATURES])));
  await run("wasm-opt", [TEXT, ...SMALLER, ...FEATURES, "--output", path]);
  rmSync(TEXT);
  const printed = await outputOf("wasm-opt", [path, ...SHORT_NAMES, ...FEATURES, "--output", path]);
  const { imports, exports } = JSON.parse(printed);
  const names = Object.fromEntries([...imports.map(([, long, short]) => [long, short]), ...exports]);
  names[START] = await stamp(path, names[START]);
  names[WITHOUT_WASM] = names[START];
  writeFileSync(NAMES, JSON.stringify(names));
  const [{ module }] = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(path)));
  return module;
}

/** Everything else keeps its address in memory, and its number in the table of functions. */
function withoutUnused(text) {
  // Without one, wasm-opt refuses the text.
  const [, another] = /^ \(elem .* func (\$"[^"]*")/m.exec(text) ?? [];
  return text
    .replace(UNUSED.exports, "")
    .replace(/^ \(elem .*/m, (table) => table.replace(UNUSED.functions, () => another))
    .replace(UNUSED.messages, (message) => "\\00".repeat(message.length));
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

/** From each long name to its short one. */
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
