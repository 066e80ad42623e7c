// Writes the results of `npm test -- --all` to a committed file, and checks that file. A plain `npm test` runs fewer suites.

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readProjectFile, root } from "../run/project.mjs";
import { outputOf, StepFailed } from "../run/run.mjs";

const FILE = "tests/last-full-run.json";
const isCount = (value) => Number.isInteger(value) && value >= 0;

/** Writes the file. The first argument is the totals of `scripts/test.mjs`. */
export async function writeLastFullRun({ passed, failed, suites, others }, seconds) {
  const commit = (await outputOf("git", ["rev-parse", "HEAD"])).trim();
  // Whether there were uncommitted changes, so that the run was not of this commit alone.
  const changes = (await outputOf("git", ["status", "--porcelain", "--", ".", `:!${FILE}`])) !== "";
  const date = new Date().toISOString();
  const results = { date, commit, changes, seconds: Math.round(seconds), passed, failed, suites, others };
  writeFileSync(join(root, FILE), `${JSON.stringify(results, null, 2)}\n`);
}

/** Prints when the last full run was, and its counts. Fails if the file is not as `writeLastFullRun` writes it. */
export function checkLastFullRun() {
  if (!existsSync(join(root, FILE))) return console.log("  no full run is noted yet: npm test -- --all");
  const { date, commit, changes, seconds, passed, failed, suites } = JSON.parse(readProjectFile(FILE));
  const entries = Object.values(suites ?? {});
  const sum = (key) => entries.reduce((total, suite) => total + suite[key], 0);
  const isValid =
    !Number.isNaN(Date.parse(date)) &&
    /^[0-9a-f]{40}$/.test(commit) &&
    typeof changes === "boolean" &&
    [seconds, passed, failed].every(isCount) &&
    entries.length > 0 &&
    entries.every((suite) => [suite.passed, suite.failed, suite.seconds].every(isCount)) &&
    passed === sum("passed") &&
    failed >= sum("failed");
  if (!isValid) throw new StepFailed(`${FILE} is not as "npm test -- --all" writes it.`);
  console.log(`  the last full run: ${date}, ${commit.slice(0, 8)}, ${passed} passed, ${failed} failed`);
}
