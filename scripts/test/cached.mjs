// On a developer's machine, a suite is not run again on the very files on which it passed. A clean clone has no note of any.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { contentHash } from "../run/content-hash.mjs";
import { root } from "../run/project.mjs";
import { answerOf } from "../run/run.mjs";

const NOTES = join(root, "target/green-suites.json");
/** Git ignores these. */
const BUILT = ["pkg/index.js", "pkg/index.cjs", "pkg/wasm", "pkg/dist"];

/**
 * Runs the suite, unless it passed on the same files: then what it counted counts again, and is told as cached. `runSuite` is
 * given totals of its own, for suites run side by side; they are added to `totals` however it ends.
 * @param {{ name: string, inputs: string[] }} suite `inputs`: the files and folders that decide how it ends; with `pkg`, what was built.
 * @param {{ passed: number, failed: number, cached: number, others: string[], failures: string[], anew: boolean }} totals
 *   `anew`: it runs all the same.
 */
export async function unlessUnchanged({ name, inputs }, totals, runSuite, file = NOTES) {
  const state = await stateOf(inputs);
  const noted = readNotes(file)[name];
  if (!totals.anew && state !== null && noted?.state === state) {
    const outcome = noted.passed > 0 ? [`${noted.passed} passed`] : noted.others;
    console.log(`▸ ${name}\n  cached: ${outcome.join(", ")}`);
    totals.passed += noted.passed;
    totals.cached += noted.passed;
    totals.others.push(...noted.others.map((line) => `${line} (cached)`));
    return;
  }
  const own = { passed: 0, failed: 0, others: [], failures: [] };
  try {
    await runSuite(own);
  } finally {
    totals.passed += own.passed;
    totals.failed += own.failed;
    totals.others.push(...own.others);
    totals.failures.push(...own.failures);
  }
  const { passed, others } = own;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...readNotes(file), [name]: { state, passed, others } }));
}

function readNotes(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // None yet.
    return {};
  }
}

/** Of these files and folders, without what is ignored; of what was built of the package; and of this Node. `null`: unknown. */
async function stateOf(inputs) {
  const listing = ["ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", ...inputs];
  const listed = await answerOf("git", listing);
  if (listed === null) return null;
  const files = [...new Set(listed.split("\0").filter(Boolean))].sort();
  const built = inputs.includes("pkg") ? BUILT : [];
  const hash = contentHash([...files, ...built]);
  return `${process.version} ${hash}`;
}
