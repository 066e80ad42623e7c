// Compares the bytes that a page loads for this package with the budgets in package.json, and those of each subpath with its budget in
// `scripts/build/subpaths.mjs`.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SUBPATHS } from "../build/subpaths.mjs";
import { readProjectFile, root } from "../run/project.mjs";
import { StepFailed } from "../run/run.mjs";
import { brotli } from "./brotli.mjs";
import { loadedFiles } from "./loaded-files.mjs";

const { entry, entryBudgetBytes, budgetBytes } = JSON.parse(readProjectFile("package.json")).size;

/** Matches the comment with the name of the source map. It is not counted, because bundlers remove it. */
const SOURCE_MAP_COMMENT = /\n\/\/# sourceMappingURL=\S+\n$/;

/** Returns the bytes of each loaded file, raw and compressed, with the sum as the last row. */
export async function loadedSizes() {
  const rows = (await loadedFiles(entry)).map((name) => {
    const contents = readFileSync(join(root, name));
    return { name, raw: contents.length, compressed: brotli(contents).length };
  });
  const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
  return [
    ...rows,
    { name: `sum, of ${budgetBytes} allowed`, raw: sum("raw"), compressed: sum("compressed") },
  ];
}

/** Prints the sizes. Fails if the sum is over its budget, or the entry over its own: every gate waits for the entry. */
export async function checkSize() {
  const sizes = await loadedSizes();
  printRow("file", "raw bytes", "brotli -q 11");
  for (const { name, raw, compressed } of sizes) printRow(name, raw, compressed);
  const excessOf = (file, budget) => (file?.compressed ?? 0) - budget;
  const entryExcess = excessOf(
    sizes.find(({ name }) => name === entry),
    entryBudgetBytes,
  );
  if (entryExcess > 0) throw new StepFailed(`${entry} is ${entryExcess} bytes over its budget.`);
  const excess = excessOf(sizes.at(-1), budgetBytes);
  if (excess > 0) throw new StepFailed(`The package is ${excess} bytes over its budget.`);
}

/** Prints the size of each subpath, and fails if one is over its budget. */
export async function checkSubpathSizes() {
  const rows = SUBPATHS.map(({ output, budgetBytes }) => ({ path: `pkg/dist/${output}.js`, budgetBytes }))
    .filter(({ path }) => existsSync(join(root, path)))
    .map(({ path, budgetBytes }) => {
      const contents = Buffer.from(readFileSync(join(root, path), "utf8").replace(SOURCE_MAP_COMMENT, ""));
      return { path, budgetBytes, raw: contents.length, compressed: brotli(contents).length };
    });
  if (rows.length === 0) return;
  printRow("subpath, and what it may have", "raw bytes", "brotli -q 11");
  for (const { path, budgetBytes, raw, compressed } of rows)
    printRow(budgetBytes ? `${path}, of ${budgetBytes}` : path, raw, compressed);
  const over = rows.filter(({ budgetBytes, compressed }) => compressed > budgetBytes).map(({ path }) => path);
  if (over.length > 0) throw new StepFailed(`Over its budget: ${over.join(", ")}`);
}

function printRow(path, raw, compressed) {
  console.log(`  ${path.padEnd(40)} ${String(raw).padStart(10)} ${String(compressed).padStart(13)}`);
}
