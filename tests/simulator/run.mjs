// Runs many schedules, on every core: node tests/simulator/run.mjs --schedules N --seed S [--workers K] [--enough F]
// Prints each failing seed with the shortest schedule that still fails, and with its trace.

import { availableParallelism } from "node:os";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { Counters } from "./counters.mjs";

/** How many seeds a worker is given at a time. */
const CHUNK = 500;
const REPORT_EVERY_MS = 10_000;
/** With at least so many schedules, every state must have been seen. */
const SCHEDULES_FOR_ALL_STATES = 2_000;

/**
 * Runs the schedules with the seeds from `seed` on, and begins no more once `enough` of them have failed. Resolves with
 * the counters and the failures. `report` is called every ten seconds with the number of finished schedules and the time
 * passed, `failed` with each failure at once.
 */
export async function runMany({
  schedules,
  seed,
  workers = availableParallelism(),
  enough = 1,
  report = () => {},
  failed = () => {},
}) {
  const started = performance.now();
  const counters = new Counters();
  const usages = [];
  const failures = [];
  let next = seed;
  let reportedAt = started;
  const last = seed + schedules;

  await Promise.all(
    Array.from({ length: Math.min(workers, Math.ceil(schedules / CHUNK)) }, (_, number) => {
      const worker = new Worker(new URL("./worker.mjs", import.meta.url));
      return new Promise((resolve, reject) => {
        const feed = () => {
          const from = next;
          next = Math.min(next + CHUNK, last);
          if (from >= last || failures.length >= enough) return worker.postMessage(null);
          return worker.postMessage({ from, to: next, enough: enough - failures.length });
        };
        worker.on("message", ({ chunk, usage, failures: newFailures = [] }) => {
          if (chunk) counters.add(chunk);
          if (usage) usages[number] = { first: usages[number]?.first ?? usage, last: usage };
          failures.push(...newFailures);
          newFailures.forEach(failed);
          if (performance.now() - reportedAt > REPORT_EVERY_MS) {
            reportedAt = performance.now();
            report(counters.schedules, reportedAt - started);
          }
          feed();
        });
        worker.on("error", reject);
        worker.on("exit", resolve);
      });
    }),
  );
  return { counters, failures, usages: usages.filter(Boolean), milliseconds: performance.now() - started };
}

/** Returns the lines that describe the outcome of a run. */
export function summary({ counters, usages, milliseconds }) {
  const perSchedule = (milliseconds / counters.schedules).toFixed(2);
  const perSecond = Math.round((counters.schedules * 1000) / milliseconds);
  const group = (name) => Object.entries(counters[name]).map(([value, count]) => `${value} ${count}`);
  const kilobytes = (part) => usages.map((usage) => `${usage[part].memoryBytes >> 10}`).join(", ");
  const handles = (part) => usages.map((usage) => usage[part].handles).join(", ");
  return [
    `${counters.schedules} schedules, ${counters.sessions} sessions, ${counters.actions} actions`,
    `${(milliseconds / 1000).toFixed(1)} s, ${perSchedule} ms a schedule, ${perSecond} a second, on ${usages.length} workers`,
    `${counters.snapshots.size} distinct snapshots, ${counters.states.size} distinct states of all tabs together`,
    `WebAssembly memory ${kilobytes("first")} KiB at the start, ${kilobytes("last")} KiB at the end`,
    `handles ${handles("first")} at the start, ${handles("last")} at the end`,
    ...["statuses", "reasons", "events", "codes", "rest"].map((name) => `${name}: ${group(name).join(", ")}`),
  ];
}

/** Returns the names of the states that a run should have seen and has not. A short run need not see them all. */
function neverSeen({ counters }) {
  return counters.schedules < SCHEDULES_FOR_ALL_STATES ? [] : counters.missing();
}

/** Returns a failure as text, with the command that repeats it. */
export function describeFailure({ seed, message, actions, trace }) {
  return [
    `seed ${seed}: ${message}`,
    `with these actions alone: ${actions.join(", ")}`,
    ...trace,
    `again: node tests/simulator/run.mjs --schedules 1 --seed ${seed}`,
  ].join("\n");
}

/** Runs the schedules that the command-line arguments ask for, and sets the exit code. */
export async function play(args) {
  const { values } = parseArgs({
    args,
    options: {
      schedules: { type: "string", default: "10000" },
      seed: { type: "string", default: "1" },
      workers: { type: "string" },
      enough: { type: "string", default: "1" },
    },
  });
  const outcome = await runMany({
    schedules: Number(values.schedules),
    seed: Number(values.seed),
    workers: values.workers === undefined ? undefined : Number(values.workers),
    enough: Number(values.enough),
    report: (done, ms) => console.log(`… ${done} schedules in ${(ms / 1000).toFixed(0)} s`),
    failed: (failure) => console.log(describeFailure(failure)),
  });
  console.log(summary(outcome).join("\n"));
  const missing = neverSeen(outcome);
  if (missing.length > 0) console.log(`never seen: ${missing.join(", ")}`);
  process.exitCode = outcome.failures.length > 0 || missing.length > 0 ? 1 : 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await play(process.argv.slice(2));
