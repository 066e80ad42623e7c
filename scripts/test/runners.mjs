// Runs suites with node:test, Playwright Test or cargo, and adds their counts to the totals. node:test and Playwright write reports; the
// output of cargo is parsed.

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../run/project.mjs";
import { run, StepFailed, step } from "../run/run.mjs";

/** How many test files node:test runs at once. One core is left free, for the apps that tests build. */
const FILES_AT_ONCE = Math.max(2, availableParallelism() - 1);
const REPORTS = join(root, "target/reports");
const REPORTER = "./scripts/test/node-reporter.mjs";
/** A suite is ended after this time. The longest one takes half an hour on two cores. */
const SUITE_TIMEOUT_MS = 60 * 60_000;
/** Matches the lines in which proofs print how much they have explored. */
const PROGRESS_LINES = /^\W*\w+: .*\d.*(?:explored|schedules|tried|clients|searched|judged).*$/gm;

/**
 * Runs the command of a suite, and adds its counts to the totals, whether it passes or not. A suite without tests fails. `report`: the file to which
 * the command writes its results; without it, they are in its output. `read` returns the counts in that text; `alone` returns the command that
 * runs one failed test.
 */
async function runSuite(name, totals, { command: [program, ...rest], env, report, read, alone }) {
  const started = performance.now();
  await step(name, async () => {
    mkdirSync(REPORTS, { recursive: true });
    if (report) rmSync(report, { force: true });
    const { output, failure } = await run(program, rest, { env, timeoutMs: SUITE_TIMEOUT_MS }).then(
      (output) => ({ output, failure: null }),
      (failure) => ({ output: failure.output ?? "", failure }),
    );
    for (const [line] of output.matchAll(PROGRESS_LINES)) console.log(`  ${line.replace(/^\W+/, "")}`);
    let counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
    try {
      counts = read(report ? readFileSync(report, "utf8") : output);
    } catch (error) {
      // The command may have failed before it wrote its results.
      if (!failure) throw error;
    }
    const { passed, failed, skipped, failures } = counts;
    totals.passed += passed;
    totals.failed += failed;
    totals.suites[name] = { passed, failed, seconds: Math.round((performance.now() - started) / 1000) };
    totals.failures.push(...failures.map((each) => describeFailure(name, each, alone(each))));
    console.log(`  ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
    const headline = `${name}: ${failed} failed`;
    if (failure) throw failed > 0 ? Object.assign(failure, { message: headline }) : failure;
    if (failed > 0) throw new StepFailed(`${headline}, though the runner reports success.`);
    if (passed === 0) throw new StepFailed(`${name}: no test ran.`);
  });
}

/** Returns the lines about a failed test: its name, the message, and the command that runs it alone. */
function describeFailure(suite, { name, file, message = "", trace }, alone) {
  const messageLines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "");
  const traceLines = trace ? [`npx playwright show-trace ${relative(root, trace)}`] : [];
  return [`✗ ${suite}: ${name ?? file}`, ...messageLines.slice(0, 4), `alone: ${alone}`, ...traceLines].join(
    "\n    ",
  );
}

/** Runs test files with node:test. With `name`, only the tests with it in their names. */
export const runNode = ({ name: suite, loadsSources }, files, totals, { env, name }) => {
  const report = join(REPORTS, `${suite.replaceAll(/\W+/g, "-")}.json`);
  return runSuite(suite, totals, {
    command: [
      process.execPath,
      ...(loadsSources ? ["--import", "tsx"] : []),
      ...["--test", `--test-concurrency=${FILES_AT_ONCE}`],
      ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
      ...[`--test-reporter=${REPORTER}`, `--test-reporter-destination=${report}`],
      ...(name ? [`--test-name-pattern=${literal(name)}`] : []),
      ...files,
    ],
    env,
    report,
    read: JSON.parse,
    alone: aloneInFile,
  });
};

/** The last run of Playwright Test, which the next one waits for: each run uses the whole machine. */
let lastRun = Promise.resolve();

/** Runs test files of a project in `playwright.config.mjs`. */
export function runPlaywright(...projectArguments) {
  lastRun = lastRun.catch(() => {}).then(() => runProject(...projectArguments));
  return lastRun;
}

const runProject = ({ name: suite, folder }, files, totals, { env, name }) => {
  const report = join(REPORTS, `${folder}.json`);
  return runSuite(suite, totals, {
    command: [
      ...["playwright", "test", `--project=${folder}`, "--reporter=list,json"],
      ...(name ? [`--grep=${literal(name)}`] : []),
      ...files.map((file) => `${literal(file)}$`),
    ],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    report,
    read: (text) => playwrightCounts(text, name ? [] : files),
    alone: aloneInFile,
  });
};

/** Returns the counts of a report. `files`: the files that must contain a test, which Playwright does not check. */
export function playwrightCounts(text, files) {
  const { stats, suites, errors } = JSON.parse(text);
  const specs = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)];
  // `file` is set to the test file itself, because a module that it imports may register the tests.
  const allSpecs = suites.flatMap((suite) => specs(suite).map((spec) => ({ ...spec, file: suite.file })));
  const failures = allSpecs
    .filter(({ ok }) => !ok)
    .map(({ title, file, tests }) => {
      const [{ error, attachments = [] } = {}] = tests.flatMap(({ results }) => results);
      const trace = attachments.find(({ name }) => name === "trace")?.path;
      return { name: title, file, message: error?.message, trace };
    });
  // Errors that occurred before a test could begin.
  failures.push(
    ...errors.map(({ message, location }) => ({ name: "(no test)", file: location?.file, message })),
  );
  // A file that could not be loaded is among the errors already.
  const isEmpty = (file) => errors.length === 0 && !suites.some((suite) => suite.file === file);
  failures.push(...files.filter(isEmpty).map((file) => ({ file, message: `${file} holds no test.` })));
  return { passed: stats.expected, failed: failures.length, skipped: stats.skipped, failures };
}

/** Runs `cargo` with these arguments, which run tests. wasm-bindgen's runner prints like cargo's; neither has a stable report. */
export const runCargo = (suite, totals, command, env) =>
  runSuite(suite, totals, { command: ["cargo", ...command], env, read: cargoCounts, alone: aloneInCargo });

function cargoCounts(output) {
  const text = stripVTControlCharacters(output);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [, passed, failed, ignored] of text.matchAll(
    /^test result: .*? (\d+) passed; (\d+) failed; (\d+) ignored/gm,
  )) {
    counts.passed += Number(passed);
    counts.failed += Number(failed);
    counts.skipped += Number(ignored);
  }
  const names = new Set([...text.matchAll(/^test (.+?) \.\.\. FAILED$/gm)].map(([, name]) => name));
  const failures = [...names].map((name) => ({ name, message: panicOf(name, text) }));
  return { ...counts, failures };
}

/** Returns the message of a test's panic: the line after "thread … panicked at". */
const panicOf = (name, text) =>
  new RegExp(`^thread '${literal(name)}'[^\n]* panicked at [^\n]*\n(?<message>[^\n]*)`, "m").exec(text)
    ?.groups.message;

/**
 * Returns the command that runs a test alone. `file`: where the test is registered. A module in which several test files register theirs cannot
 * be run by itself, so the command runs the tests of that name in its folder.
 */
export function aloneInFile({ file, name }) {
  const path = file?.endsWith(".test.mjs") === false ? dirname(file) : file;
  return `npm test -- ${path} ${name ? shell(name) : ""}`.trimEnd();
}
const aloneInCargo = ({ name }) => `npm test -- ${name}`;
const literal = (text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`;
