// Fuzzes the decoders in Rust, the rules for URLs and the state machine, each for a limited time.
//
//   node tests/fuzz/fuzz.mjs                                           every target, with a new seed each time
//   node tests/fuzz/fuzz.mjs --seconds N --seed S --keep [target …]

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { commandPath, installOrAsk } from "../../scripts/install/system.mjs";
import { ensureCargoTool } from "../../scripts/install/toolchain.mjs";
import { root } from "../../scripts/run/project.mjs";
import { answerOf, main, outputOf, run, StepFailed, step } from "../../scripts/run/run.mjs";
import { setup } from "../../scripts/setup.mjs";

const CARGO_FUZZ_VERSION = "0.13.2";
const PROJECT = "tests/fuzz";
const LARGE_SECONDS = 120;
/** libFuzzer takes a seed of 32 bits; 0 means no seed. */
const LARGEST_SEED = 2 ** 32 - 1;
/** How many inputs `--keep` stores for each target: a few, because every run replays them. */
const MOST_KEPT = 40;
/** The length of the longest input, in bytes. Longer ones only take longer. */
const LONGEST = 256;
const MINIMISING_SECONDS = 10;
/** Additional time for reading the corpus and for the end. */
const GRACE_MS = 60_000;

const buildDirectory = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "fuzz");

/**
 * Builds every target, then replays the corpus and the regressions of each and fuzzes it for so many seconds. Fails if an input breaks a
 * target, after all targets have run. Changes committed files only with `keep`. Returns a line of figures.
 * @param {{ seconds: number, seed: number, keep?: boolean, only?: string[] }} options
 */
export async function fuzz({ seconds, seed, keep = false, only = [] }) {
  await ensureFuzzer();
  const targets = chosen(await listTargets(), only);
  const programs = await step("Building the fuzz targets", build);
  return await step(
    `Fuzzing for ${seconds} s each: ${only.length > 0 ? only.join(", ") : `${targets.length} targets`}`,
    async () => {
      const reports = [];
      const waiting = [...targets];
      const work = async () => {
        for (let target = waiting.shift(); target; target = waiting.shift()) {
          const report = await fuzzOne(target, { program: join(programs, target), seconds, seed, keep });
          printReport(report);
          reports.push(report);
        }
      };
      await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
      return conclude(reports, seed);
    },
  );
}

async function ensureFuzzer() {
  if (!commandPath("c++")) {
    await installOrAsk(
      "a C++ compiler, which libFuzzer is compiled with",
      ["build-essential"],
      "a C++ compiler (c++)",
    );
  }
  await ensureCargoTool("cargo-fuzz", "cargo-fuzz", CARGO_FUZZ_VERSION);
}

async function listTargets() {
  const listed = await outputOf("cargo", ["fuzz", "list", "--fuzz-dir", PROJECT]);
  return listed.trim().split("\n");
}

function chosen(targets, only) {
  const unknown = only.filter((name) => !targets.includes(name));
  if (unknown.length > 0) {
    throw new StepFailed(`No fuzz target is called ${unknown.join(", ")}. There are: ${targets.join(", ")}`);
  }
  return only.length > 0 ? only : targets;
}

/** Builds the targets, and returns the folder of their programs. */
async function build() {
  const host = /^host: (.+)$/m.exec(await answerOf("rustc", ["--version", "--verbose"]))?.[1];
  if (!host) throw new StepFailed("rustc does not say for which machine it compiles.");
  const where = ["--fuzz-dir", PROJECT, "--target", host, "--target-dir", buildDirectory];
  // In safe Rust, a sanitizer would find nothing. Without one, the pinned stable compiler can build the targets.
  await run("cargo", ["fuzz", "build", ...where, "--sanitizer", "none"]);
  return join(buildDirectory, host, "release");
}

async function fuzzOne(target, { program, seconds, seed, keep }) {
  const newInputs = emptied(join(buildDirectory, "found", target));
  const artifacts = join(buildDirectory, "artifacts", target);
  mkdirSync(artifacts, { recursive: true });
  // The fuzzer writes new inputs into the first folder.
  const inputs = [newInputs, ...committed(target)];
  const dictionary = join(root, PROJECT, "dictionaries", `${target}.dict`);
  const options = [
    `-max_total_time=${seconds}`,
    `-seed=${seed}`,
    `-max_len=${LONGEST}`,
    "-timeout=5",
    "-rss_limit_mb=1024",
    "-print_final_stats=1",
    `-artifact_prefix=${artifacts}/`,
    ...(existsSync(dictionary) ? [`-dict=${dictionary}`] : []),
  ];
  const replayed = inputs.flatMap((folder) => readdirSync(folder)).length;
  const { output, broke } = await run(program, [...options, ...inputs], {
    timeoutMs: seconds * 1000 + GRACE_MS,
  }).then(
    (output) => ({ output, broke: false }),
    (failure) => ({ output: failure.output ?? String(failure), broke: true }),
  );
  const report = { target, replayed, ...measured(output), failure: null };
  if (broke) report.failure = await describeFailure(target, program, output, keep);
  // A program that was built without counters, or that got no inputs, also ends without a finding.
  else if (replayed === 0 || report.executions <= replayed || report.edges === 0) {
    report.failure = `${target}: nothing was fuzzed\n${output}`;
  } else if (keep) await keepBestInputs(target, program, inputs);
  return report;
}

/** Returns the folders of the committed inputs: the corpus, the seeds, and the regressions. */
function committed(target) {
  const folders = ["seeds", "regressions"].map((kind) => join(root, PROJECT, kind, target));
  return [unpacked(target), ...folders.filter((folder) => existsSync(folder))];
}

/** The file of a target's corpus: a list of texts, with a character for each byte. */
const corpusOf = (target) => join(root, PROJECT, "corpus", `${target}.json`);

/** Writes each input of the corpus to a file, as the fuzzer reads them. Returns the folder. */
function unpacked(target) {
  const folder = emptied(join(buildDirectory, "corpus", target));
  const inputs = existsSync(corpusOf(target)) ? JSON.parse(readFileSync(corpusOf(target), "utf8")) : [];
  for (const [index, input] of inputs.entries()) writeFileSync(join(folder, `${index}`), input, "latin1");
  return folder;
}

/** Reads the figures in libFuzzer's output: those of its last status line, and of its end. */
function measured(output) {
  const last = (pattern) => Number([...output.matchAll(pattern)].at(-1)?.[1] ?? 0);
  return {
    executions: last(/^stat::number_of_executed_units:\s*(\d+)$/gm) || last(/^#(\d+)\s/gm),
    edges: last(/ cov: (\d+) /g),
    features: last(/ ft: (\d+) /g),
    corpus: last(/ corp: (\d+)/g),
  };
}

function printReport({ target, executions, corpus, edges, features, failure }) {
  const columns = [
    `${grouped(executions)} executions`,
    `${grouped(corpus)} inputs`,
    `${grouped(edges)} edges`,
  ];
  const found = columns.map((column) => column.padStart(21)).join("");
  console.log(
    `  ${failure ? "✗" : "✓"} ${target.padEnd(12)}${found}${`${grouped(features)} features`.padStart(18)}`,
  );
}

function conclude(reports, seed) {
  const sum = (column) => reports.reduce((total, report) => total + report[column], 0);
  const failures = reports.map(({ failure }) => failure).filter((failure) => failure !== null);
  const held = `${reports.length - failures.length} of ${reports.length} targets kept their promises`;
  const inputs = `${grouped(sum("executions"))} executions, ${grouped(sum("replayed"))} of them of committed inputs`;
  const summary = `fuzz: ${held} (${inputs}; seed ${seed})`;
  console.log(`  ${summary}`);
  if (failures.length > 0) throw new StepFailed(failures.join("\n\n"));
  return summary;
}

/** Returns a text with the failed assertion, the input, and the command that repeats it. */
async function describeFailure(target, program, output, keep) {
  const written = /Test unit written to (.+)$/m.exec(output)?.[1];
  if (!written) return `${target} ended badly\n${output.trimEnd()}`;
  const artifact = await minimised(program, written);
  const lines = [
    `${target}: ${/panicked at [^\n]*\n(?:(?!stack backtrace).*\n)*/.exec(output)?.[0].trimEnd() ?? output}`,
    `by ${await inputAsText(program, artifact)}`,
    `again: ${relative(root, program)} ${relative(root, artifact)}`,
  ];
  if (keep) {
    const folder = join(root, PROJECT, "regressions", target);
    mkdirSync(folder, { recursive: true });
    copyFileSync(artifact, join(folder, basename(artifact)));
    lines.push(`kept in ${relative(root, folder)}`);
  }
  return lines.join("\n");
}

/** Returns the smallest input found in a few seconds that still breaks the target. */
async function minimised(program, artifact) {
  const smallest = `${artifact}.min`;
  const options = [
    "-minimize_crash=1",
    `-max_total_time=${MINIMISING_SECONDS}`,
    `-exact_artifact_path=${smallest}`,
  ];
  await run(program, [...options, artifact], { timeoutMs: MINIMISING_SECONDS * 1000 + GRACE_MS }).catch(
    () => null,
  );
  return existsSync(smallest) ? smallest : artifact;
}

/** Returns an input as the target reads it. */
async function inputAsText(program, artifact) {
  const text = `${artifact}.txt`;
  await run(program, [artifact], { env: { RUST_LIBFUZZER_DEBUG_PATH: text }, timeoutMs: GRACE_MS }).catch(
    () => null,
  );
  return existsSync(text) ? readFileSync(text, "utf8").trimEnd() : relative(root, artifact);
}

/** Replaces the corpus by a few inputs that together reach most code. */
async function keepBestInputs(target, program, inputs) {
  const merged = emptied(join(buildDirectory, "merged", target));
  // Merged by edges only: with libFuzzer's counters, each number of repetitions would keep an input.
  const options = ["-set_cover_merge=1", "-use_counters=0", "-use_value_profile=0", `-max_len=${LONGEST}`];
  await run(program, [...options, merged, ...inputs]);
  const written = (name) => statSync(join(merged, name), { bigint: true }).mtimeNs;
  // libFuzzer writes the inputs that add most first.
  const names = readdirSync(merged).sort((one, other) => Number(written(one) - written(other)));
  const best = names.slice(0, MOST_KEPT).map((name) => readFileSync(join(merged, name), "latin1"));
  writeFileSync(corpusOf(target), `${JSON.stringify(best, null, 2)}\n`);
}

function emptied(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

function grouped(number) {
  return number.toLocaleString("en");
}

await main(import.meta, async (given) => {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: { seconds: { type: "string" }, seed: { type: "string" }, keep: { type: "boolean" } },
  });
  const seconds = Number(values.seconds ?? LARGE_SECONDS);
  const seed = Number(values.seed ?? 1 + (Date.now() % LARGEST_SEED));
  if (!Number.isInteger(seconds) || seconds < 1) {
    throw new StepFailed("--seconds takes a whole number of seconds, 1 or more, for each target.");
  }
  if (!Number.isInteger(seed) || seed < 1 || seed > LARGEST_SEED) {
    throw new StepFailed(`--seed takes a whole number from 1 to ${LARGEST_SEED}.`);
  }
  await setup();
  await fuzz({ seconds, seed, keep: values.keep, only: positionals });
});
