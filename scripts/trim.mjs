// Makes the WebAssembly small: first without what nothing calls, then with wasm-opt.

import { readFileSync, writeFileSync } from "node:fs";
import { run, StepFailed } from "./run.mjs";

// Chosen by the bytes after Brotli. Nothing lives below address 1024, where the stack would end: `--low-memory-unused`.
// `--all-features` made a module that browsers refused: the features are the ones that rustc emits.
const OPTIONS = [
  ...["-ocimfs", "60", "--skip-pass=local-cse", "--skip-pass=simplify-locals"],
  ...["-Oz", "--low-memory-unused", "-Oz", "--dealign", "--reorder-functions-by-name"],
  ...["--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-sign-ext"],
  ...["--enable-mutable-globals", "--enable-reference-types", "--enable-multivalue"],
];

/** What a closure that JavaScript calls would be called through. The linker keeps one for each kind that js-sys knows. */
const INVOKES_A_CLOSURE = /::closures::_::invoke::/;

/** Shrinks the file, of which the glue is all that calls anything. `more`: further options of wasm-opt. */
export async function trimWasm(wasmPath, gluePath, more = []) {
  // Here and not above: this file is loaded before the npm packages are installed.
  const { default: binaryen } = await import("binaryen");
  const glue = readFileSync(gluePath, "utf8");
  if (/closure/i.test(glue))
    throw new StepFailed("The glue makes closures: what they are called through must stay.");
  binaryen.setDebugInfo(true);
  const module = binaryen.readBinary(readFileSync(wasmPath));
  const called = new Set([...glue.matchAll(/\bwasm\.(\w+)/g)].map(([, name]) => name));
  for (const name of exportsOf(binaryen, module)) if (!called.has(name)) module.removeExport(name);
  for (const [name, body] of functionsOf(binaryen, module))
    if (INVOKES_A_CLOSURE.test(name)) body(module.unreachable());
  writeFileSync(wasmPath, module.emitBinary());
  module.dispose();
  await run("wasm-opt", [wasmPath, ...OPTIONS, ...more, "--output", wasmPath]);
}

function exportsOf(binaryen, module) {
  const numbers = Array.from({ length: module.getNumExports() }, (_, number) => number);
  return numbers.map((number) => binaryen.getExportInfo(module.getExportByIndex(number)).name);
}

/** The name of each function, and how to give it another body. */
function functionsOf(binaryen, module) {
  const numbers = Array.from({ length: module.getNumFunctions() }, (_, number) => number);
  return numbers.map((number) => {
    const made = module.getFunctionByIndex(number);
    return [binaryen.getFunctionInfo(made).name, (body) => binaryen.Function.setBody(made, body)];
  });
}
