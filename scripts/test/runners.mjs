// The runners of tests: node:test, Playwright Test and cargo's. Each is asked for its counts as data, where it has them.

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../run/project.mjs";
import { run, StepFailed, step } from "../run/run.mjs";

/** How many files node:test runs at once: what builds apps keeps a core busy. */
const AT_ONCE = Math.max(2, availableParallelism() - 1);
const REPORTS = join(root, "target/reports");
const REPORTER = "./scripts/test/node-reporter.mjs";
/** What hangs is ended. All tools, one after another, take half an hour on two cores. */
const SUITE_MS = 60 * 60_000;
/** What a proof says of how far it went. */
const FAR = /^\W*\w+: .*\d.*(?:explored|schedules|tried|clients|searched|judged).*$/gm;

/**
 * Runs the tests of a suite, and adds what it counted to the totals, whether it passed or not. A suite without tests fails. `command` ends with
 * the counts in `report`, or else with cargo's lines.
 */
async function runSuite(name, totals, { command: [program, ...rest], env, report, read, alone }) {
  const started = performance.now();
  await step(name, async () => {
    mkdirSync(REPORTS, { recursive: true });
    if (report) rmSync(report, { force: true });
    const { output, failure } = await run(program, rest, { env, timeoutMs: SUITE_MS }).then(
      (output) => ({ output, failure: null }),
      (failure) => ({ output: failure.output ?? "", failure }),
    );
    for (const [line] of output.matchAll(FAR)) console.log(`  ${line.replace(/^\W+/, "")}`);
    let counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
    try {
      counts = read(report ? readFileSync(report, "utf8") : output);
    } catch (error) {
      // It ended before it told anything.
      if (!failure) throw error;
    }
    const { passed, failed, skipped, failures } = counts;
    totals.passed += passed;
    totals.failed += failed;
    totals.suites[name] = { passed, failed, seconds: Math.round((performance.now() - started) / 1000) };
    totals.failures.push(...failures.map((each) => told(name, each, alone(each))));
    console.log(`  ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
    const headline = `${name}: ${failed} failed`;
    if (failure) throw failed > 0 ? Object.assign(failure, { message: headline }) : failure;
    if (failed > 0) throw new StepFailed(`${headline}, though the runner reports success.`);
    if (passed === 0) throw new StepFailed(`${name}: no test ran.`);
  });
}

/** A test that failed, why, and the command that runs it alone. */
function told(suite, { name, file, message = "", trace }, alone) {
  const why = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "");
  const seen = trace ? [`npx playwright show-trace ${relative(root, trace)}`] : [];
  return [`✗ ${suite}: ${name ?? file}`, ...why.slice(0, 4), `alone: ${alone}`, ...seen].join("\n    ");
}

/** With `name`, only the tests with it in their names. */
export const runNode = ({ name: suite, loadsSources }, files, totals, { env, name }) => {
  const report = join(REPORTS, `${suite.replaceAll(/\W+/g, "-")}.json`);
  return runSuite(suite, totals, {
    command: [
      process.execPath,
      ...(loadsSources ? ["--import", "tsx"] : []),
      ...["--test", `--test-concurrency=${AT_ONCE}`],
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

/** Of Playwright Test: one after another, for each has as many workers as the machine carries. */
let running = Promise.resolve();

/** The files of a project of `playwright.config.mjs`. */
export function runPlaywright(...given) {
  running = running.catch(() => {}).then(() => runProject(...given));
  return running;
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

/** The counts of a report. `files`: each holds a test; Playwright passes over one without. */
export function playwrightCounts(text, files) {
  const { stats, suites, errors } = JSON.parse(text);
  const specs = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)];
  // The file that was run: what it imports may register its tests.
  const failed = suites.flatMap((suite) => specs(suite).map((spec) => ({ ...spec, file: suite.file })));
  const failures = failed
    .filter(({ ok }) => !ok)
    .map(({ title, file, tests }) => {
      const [{ error, attachments = [] } = {}] = tests.flatMap(({ results }) => results);
      const trace = attachments.find(({ name }) => name === "trace")?.path;
      return { name: title, file, message: error?.message, trace };
    });
  // What broke before a test could begin.
  failures.push(
    ...errors.map(({ message, location }) => ({ name: "(no test)", file: location?.file, message })),
  );
  // One that could not be loaded has its error.
  const isEmpty = (file) => errors.length === 0 && !suites.some((suite) => suite.file === file);
  failures.push(...files.filter(isEmpty).map((file) => ({ file, message: `${file} holds no test.` })));
  return { passed: stats.expected, failed: failures.length, skipped: stats.skipped, failures };
}

/** `command`: with "test" in it. wasm-bindgen's runner prints as cargo's does: neither tells its counts as data, in a stable release. */
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

/** The line after "thread … panicked at". */
const panicOf = (name, text) =>
  new RegExp(`^thread '${literal(name)}'[^\n]* panicked at [^\n]*\n(?<why>[^\n]*)`, "m").exec(text)?.groups
    .why;

const aloneInFile = ({ file, name }) => `npm test -- ${file} ${name ? shell(name) : ""}`.trimEnd();
const aloneInCargo = ({ name }) => `npm test -- ${name}`;
const literal = (text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`;
