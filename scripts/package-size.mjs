// The bytes a page loads for this package, held to the budget in package.json.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotli } from "./brotli.mjs";
import { loadedFiles } from "./loaded-files.mjs";
import { readProjectFile, root } from "./project.mjs";
import { StepFailed } from "./run.mjs";

/** Prints each loaded file's bytes, raw and compressed, and the sum. Fails if that is above the budget. */
export async function checkSize() {
  const { entry, budgetBytes } = JSON.parse(readProjectFile("package.json")).size;
  const rows = (await loadedFiles(entry)).map((path) => {
    const contents = readFileSync(join(root, path));
    return { path, raw: contents.length, compressed: brotli(contents).length };
  });
  const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
  const total = { path: `sum, of ${budgetBytes} allowed`, raw: sum("raw"), compressed: sum("compressed") };
  printRow("file", "raw bytes", "brotli -q 11");
  for (const { path, raw, compressed } of [...rows, total]) printRow(path, raw, compressed);
  const excess = total.compressed - budgetBytes;
  if (excess > 0) throw new StepFailed(`The package is ${excess} bytes over its budget.`);
}

function printRow(path, raw, compressed) {
  console.log(`  ${path.padEnd(40)} ${String(raw).padStart(10)} ${String(compressed).padStart(13)}`);
}
