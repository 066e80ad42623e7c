// Runs many schedules, on every core: node tests/simulator/run.mjs --schedules N --seed S [--workers K] [--enough F]
// A failing seed is printed with the shortest schedule that still fails, and its trace.

import { availableParallelism } from "node:os";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { Counters } from "./counters.mjs";

const CHUNK = 500;
const TOLD_EVERY_MS = 10_000;
const ENOUGH_FOR_ALL = 2_000;

/**
 * Runs the schedules with the seeds from `seed` on, and begins none once `enough` of them have failed. Resolves with
 * what was seen, and with the failures. `report` is told now and then how many are done, and `failed` each failure at
 * once.
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
  let told = started;
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
        worker.on("message", ({ chunk, usage, failures: found = [] }) => {
          if (chunk) counters.add(chunk);
          if (usage) usages[number] = { first: usages[number]?.first ?? usage, last: usage };
          failures.push(...found);
          found.forEach(failed);
          if (performance.now() - told > TOLD_EVERY_MS) {
            told = performance.now();
            report(counters.schedules, told - started);
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

/** Returns what a run has seen, in words. */
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

/** Returns what should have been seen in so many schedules, and was not; a few schedules need not have seen anything. */
function neverSeen({ counters }) {
  return counters.schedules < ENOUGH_FOR_ALL ? [] : counters.missing();
}

/** Returns a failure in words. */
export function describeFailure({ seed, message, actions, trace }) {
  return [
    `seed ${seed}: ${message}`,
    `with these actions alone: ${actions.join(", ")}`,
    ...trace,
    `again: node tests/simulator/run.mjs --schedules 1 --seed ${seed}`,
  ].join("\n");
}

/** Runs the schedules that the arguments of the command line ask for. */
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
