// The order of a module's functions. Browsers do not care, but Brotli compresses better what is near: each function stands
// beside the one that it has most in common with.

import { readFileSync, writeFileSync } from "node:fs";
import { brotli } from "./brotli.mjs";
import { readModule } from "./wasm-functions.mjs";

/** How many bytes in a row count as something in common, and with how many of the biggest functions an order may begin. */
const RUN_LENGTHS = [3, 4, 5, 6];
const BEGINNINGS = 10;

/** Puts the functions of a module into the order that gives the fewest bytes after Brotli, of some that are likely to. */
export async function orderFunctions(wasmPath) {
  // Here and not above: this file is loaded before the npm packages are installed.
  const { default: binaryen } = await import("binaryen");
  binaryen.setDebugInfo(false);
  const file = readFileSync(wasmPath);
  const modules = [file, ...likelyOrders(file).map((order) => inOrder(binaryen, file, order))];
  writeFileSync(wasmPath, /** @type {Buffer} */ (best(modules, (module) => -brotli(module).length)));
}

function likelyOrders(file) {
  const { bytes, bodies } = readModule(file);
  return RUN_LENGTHS.flatMap((length) => {
    const functions = bodies.map(({ start, end }) => runsIn(bytes.toString("latin1", start, end), length));
    const bySize = [...functions.keys()].sort((one, other) => functions[other].size - functions[one].size);
    return bySize.slice(0, BEGINNINGS).map((first) => chain(functions, first));
  });
}

/** The module with its functions in this order. */
function inOrder(binaryen, file, order) {
  const module = binaryen.readBinary(file);
  const functions = Array.from({ length: module.getNumFunctions() }, (_, number) =>
    binaryen.getFunctionInfo(module.getFunctionByIndex(number)),
  );
  // What is imported has no body.
  const defined = functions.filter(({ body }) => body !== 0);
  // Functions are called by name, so they can be removed and added again, each at the end.
  for (const number of order) {
    const { name, params, results, vars, body } = defined[number];
    module.removeFunction(name);
    module.addFunction(name, params, results, vars, body);
  }
  const bytes = Buffer.from(module.emitBinary());
  module.dispose();
  return bytes;
}

/** From this function on, always the one that is most like the one before. */
function chain(functions, first) {
  const left = new Set(functions.keys());
  const order = [];
  let next = first;
  while (next !== undefined) {
    order.push(next);
    left.delete(next);
    const newest = functions[next];
    next = best(left, (number) => likeness(newest, functions[number]));
  }
  return order;
}

/** The first of those with the highest mark. */
function best(list, markOf) {
  let found;
  let highest = Number.NEGATIVE_INFINITY;
  for (const item of list) {
    const mark = markOf(item);
    if (mark > highest) [found, highest] = [item, mark];
  }
  return found;
}

/** How much of what is in either function is in both (Jaccard). */
function likeness(one, other) {
  let shared = 0;
  for (const run of one) if (other.has(run)) shared++;
  return shared / Math.max(1, one.size + other.size - shared);
}

function runsIn(text, length) {
  const runs = new Set();
  for (let at = 0; at + length <= text.length; at++) runs.add(text.slice(at, at + length));
  return runs;
}
