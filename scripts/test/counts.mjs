// How many tests ran, and which failed, read from what the runners print.

import { stripVTControlCharacters } from "node:util";
import { StepFailed } from "../run/run.mjs";

/** From cargo's `test result:` lines, which wasm-bindgen's runner prints as well. */
export function countCargoTests(output) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const line = /^test result: .*? (\d+) passed; (\d+) failed; (\d+) ignored/gm;
  for (const [, passed, failed, ignored] of stripVTControlCharacters(output).matchAll(line)) {
    counts.passed += Number(passed);
    counts.failed += Number(failed);
    counts.skipped += Number(ignored);
  }
  return counts;
}

/** From the summary of Node's test runner, which takes a file without any test for one that passed: that is an error. */
export function countNodeTests(output) {
  const text = stripVTControlCharacters(output);
  const empty = /^✔ (\S+\.test\.mjs) \(/m.exec(text);
  if (empty) throw new StepFailed(`${empty[1]} holds no test.`);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const kinds = { pass: "passed", fail: "failed", cancelled: "failed", skipped: "skipped", todo: "skipped" };
  const line = /^(?:#|ℹ) (pass|fail|cancelled|skipped|todo) (\d+)$/gm;
  for (const [, kind, count] of text.matchAll(line)) {
    counts[kinds[kind]] += Number(count);
  }
  return counts;
}

/** The tests that failed, each by its name and the first line of what it said. The runners print both twice. */
export function failedTests(output) {
  const text = stripVTControlCharacters(output);
  const cargo = /^test (.+?) \.\.\. FAILED$/gm;
  const node = /^ *✖ (?!failing tests:)(.+?) \([\d.]+ms\)$/gm;
  const reasons = /^ *✖ (.+?) \([\d.]+ms\)\n((?: +(?!at |✖|✔).*\n){1,4})/gm;
  const said = new Map([...text.matchAll(reasons)].map(([, name, lines]) => [name, lines]));
  const names = [...text.matchAll(cargo), ...text.matchAll(node)].map(([, name]) => name);
  return [...new Set(names)].map((name) => [name, ...(said.get(name)?.match(/\S.*/g) ?? [])].join("\n    "));
}
