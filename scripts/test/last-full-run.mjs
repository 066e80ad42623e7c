// What the last `npm test -- --all` saw, in a file that is committed: a plain `npm test` runs less.

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readProjectFile, root } from "../run/project.mjs";
import { outputOf, StepFailed } from "../run/run.mjs";

const FILE = "tests/last-full-run.json";
const isCount = (value) => Number.isInteger(value) && value >= 0;

/** `totals`: as `npm test` adds them up. */
export async function writeLastFullRun({ passed, failed, suites, others }, seconds) {
  const commit = (await outputOf("git", ["rev-parse", "HEAD"])).trim();
  // Whether the run was of more than that commit: something was not committed.
  const changes = (await outputOf("git", ["status", "--porcelain", "--", ".", `:!${FILE}`])) !== "";
  const date = new Date().toISOString();
  const told = { date, commit, changes, seconds: Math.round(seconds), passed, failed, suites, others };
  writeFileSync(join(root, FILE), `${JSON.stringify(told, null, 2)}\n`);
}

/** Says when that was, and what. Fails where the file says it in another form. */
export function checkLastFullRun() {
  if (!existsSync(join(root, FILE))) return console.log("  no full run is noted yet: npm test -- --all");
  const { date, commit, changes, seconds, passed, failed, suites } = JSON.parse(readProjectFile(FILE));
  const entries = Object.values(suites ?? {});
  const sum = (key) => entries.reduce((total, suite) => total + suite[key], 0);
  const isWell =
    !Number.isNaN(Date.parse(date)) &&
    /^[0-9a-f]{40}$/.test(commit) &&
    typeof changes === "boolean" &&
    [seconds, passed, failed].every(isCount) &&
    entries.length > 0 &&
    entries.every((suite) => [suite.passed, suite.failed, suite.seconds].every(isCount)) &&
    passed === sum("passed") &&
    failed >= sum("failed");
  if (!isWell) throw new StepFailed(`${FILE} is not as "npm test -- --all" writes it.`);
  console.log(`  the last full run: ${date}, ${commit.slice(0, 8)}, ${passed} passed, ${failed} failed`);
}
