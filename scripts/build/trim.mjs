// Makes the WebAssembly small: first without what nothing calls, then with wasm-opt.

import { readFileSync, writeFileSync } from "node:fs";
import { run, StepFailed } from "../run/run.mjs";

// These gave the fewest bytes after Brotli. `--low-memory-unused`: nothing is kept below address 1024.
// `--all-features` made a module that browsers refused: the features are the ones that rustc emits.
const OPTIONS = [
  ...["-ocimfs", "18", "-fimfs", "10", "--converge", "--skip-pass=local-cse", "--skip-pass=simplify-locals"],
  ...["--low-memory-unused", "--dealign", "-O3", "--reorder-functions-by-name"],
  ...["--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-sign-ext"],
  ...["--enable-mutable-globals", "--enable-reference-types", "--enable-multivalue"],
];

/**
 * Functions that nothing calls here, and that the linker keeps in the table of functions: js-sys has one for each kind of
 * closure that JavaScript could call, and one wakes futures.
 */
const NEVER_CALLED = /::closures::_::invoke::|::futures::\w+::task_waker::/;

/** Throws an error with a message. Like a panic, it traps at once: nobody reads the message. */
const THROWS = /^wasm_bindgen\S*::throw_str$/;

/** Those messages, as wasm-bindgen and its crates have them. */
const MESSAGES = [
  "called `Result::unwrap_throw()` on an `Err` value",
  "called `Option::unwrap_throw()` on a `None` value",
  "closure invoked recursively or after being dropped",
];

/** Shrinks the file. What the glue does not call is removed. `more`: further options of wasm-opt. */
export async function trimWasm(wasmPath, gluePath, more = []) {
  // Here and not above: this file is loaded before the npm packages are installed.
  const { default: binaryen } = await import("binaryen");
  const glue = readFileSync(gluePath, "utf8");
  if (/closure/i.test(glue))
    throw new StepFailed("The glue makes closures: what they are called through must stay.");
  binaryen.setDebugInfo(true);
  const module = binaryen.readBinary(readFileSync(wasmPath));
  const called = new Set([...glue.matchAll(/\bwasm\.(\w+)/g)].map(([, name]) => name));
  for (const { name } of exportsOf(binaryen, module)) if (!called.has(name)) module.removeExport(name);
  clearTable(binaryen, module);
  for (const [name, body] of functionsOf(binaryen, module)) if (THROWS.test(name)) body(module.unreachable());
  writeFileSync(wasmPath, withoutMessages(module.emitBinary()));
  module.dispose();
  await run("wasm-opt", [wasmPath, ...OPTIONS, ...more, "--output", wasmPath]);
  writeFileSync(gluePath, withoutUnusedImports(glue, readFileSync(wasmPath)));
}

/** Overwrites the messages with zeros: everything else keeps its address. */
function withoutMessages(wasm) {
  const bytes = Buffer.from(wasm);
  for (const message of MESSAGES) {
    const at = bytes.indexOf(message);
    if (at < 0) throw new StepFailed(`The module has no message "${message}" any more.`);
    bytes.fill(0, at, at + message.length);
  }
  return bytes;
}

/**
 * Takes functions that are never called out of the table. Any other function takes their place, so that the rest keep their
 * numbers.
 */
function clearTable(binaryen, module) {
  for (let number = module.getNumElementSegments() - 1; number >= 0; number--) {
    const segment = binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(number));
    const { name, table, offset, data } = segment;
    const called = data.filter((entry) => !NEVER_CALLED.test(entry));
    const last = data.lastIndexOf(called.at(-1));
    const entries = data.slice(0, last + 1).map((entry) => (NEVER_CALLED.test(entry) ? called[0] : entry));
    module.removeElementSegment(name);
    module.addActiveElementSegment(
      table,
      name,
      entries,
      module.i32.const(binaryen.getExpressionInfo(offset).value),
    );
  }
}

/** The generated glue, without the imports that the WebAssembly no longer has. */
function withoutUnusedImports(glue, wasm) {
  const asked = new Set(WebAssembly.Module.imports(new WebAssembly.Module(wasm)).map(({ name }) => name));
  return glue.replace(/^ {8}(__wb\w+): (?:function|\().*\n(?: {12}.*\n)* {8}\}.*,\n/gm, (code, name) =>
    asked.has(name) ? code : "",
  );
}

/** What a module exports, as binaryen has it: `name`, and the `value` behind it. */
export function exportsOf(binaryen, module) {
  const numbers = Array.from({ length: module.getNumExports() }, (_, number) => number);
  return numbers.map((number) => binaryen.getExportInfo(module.getExportByIndex(number)));
}

/** The name of each function, and how to give it another body. */
function functionsOf(binaryen, module) {
  const numbers = Array.from({ length: module.getNumFunctions() }, (_, number) => number);
  return numbers.map((number) => {
    const made = module.getFunctionByIndex(number);
    return [binaryen.getFunctionInfo(made).name, (body) => binaryen.Function.setBody(made, body)];
  });
}
