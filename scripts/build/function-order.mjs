// The order of a module's functions. Browsers do not care, but Brotli compresses better what is near: each function stands
// beside the one that it has most in common with.

import { readFileSync, writeFileSync } from "node:fs";
import { readModule } from "./wasm-functions.mjs";

/** How many bytes in a row count as something in common. This number gave the fewest bytes after Brotli. */
const RUN_LENGTH = 4;

/** Puts the functions of a module into their order. */
export async function orderFunctions(wasmPath) {
  // Here and not above: this file is loaded before the npm packages are installed.
  const { default: binaryen } = await import("binaryen");
  const file = readFileSync(wasmPath);
  const { bytes, bodies } = readModule(file);
  const order = chain(bodies.map(({ start, end }) => runsIn(bytes.toString("latin1", start, end))));
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
  writeFileSync(wasmPath, module.emitBinary());
  module.dispose();
}

/** From the biggest function on, always the one that is most like the one before. */
function chain(functions) {
  const left = new Set(functions.keys());
  let next = best(left, (number) => functions[number].size);
  const order = [];
  while (next !== undefined) {
    order.push(next);
    left.delete(next);
    const newest = functions[next];
    next = best(left, (number) => likeness(newest, functions[number]));
  }
  return order;
}

/** The first of those with the highest mark. */
function best(numbers, markOf) {
  let found;
  let highest = Number.NEGATIVE_INFINITY;
  for (const number of numbers) {
    const mark = markOf(number);
    if (mark > highest) [found, highest] = [number, mark];
  }
  return found;
}

/** How much of what is in either function is in both (Jaccard). */
function likeness(one, other) {
  let shared = 0;
  for (const run of one) if (other.has(run)) shared++;
  return shared / Math.max(1, one.size + other.size - shared);
}

function runsIn(text) {
  const runs = new Set();
  for (let at = 0; at + RUN_LENGTH <= text.length; at++) runs.add(text.slice(at, at + RUN_LENGTH));
  return runs;
}
