// Puts load on the reference deployment: measures sign-ins, session reads and sign-outs per second, and its memory.
//
//   node tests/bench/platform/platform.mjs                  20,000 sign-ins, with a release build
//   node tests/bench/platform/platform.mjs --sign-ins N

import { parseArgs } from "node:util";
import { buildPlatform } from "../../../scripts/install/platform.mjs";
import { root } from "../../../scripts/run/project.mjs";
import { main, run, StepFailed, step } from "../../../scripts/run/run.mjs";
import { setup } from "../../../scripts/setup.mjs";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { quantile } from "../quantiles.mjs";
import { atOnce } from "./at-once.mjs";
import { Client } from "./client.mjs";
import { startWatched } from "./watched.mjs";

const LARGE = 20_000;
const PEOPLE = ["ada", "grace", "root"].map(credentialsOf);
/** Sign-ins in parallel: enough to keep all hashing threads busy, and fewer for each account than its limit of wrong passwords. */
const SIGNING_IN = 8 * PEOPLE.length;
const READING = 16;
/** More sign-ins at once than the deployment's queue takes. */
const BURST = 400;
/** Sign-ins before the measurement: they fill the caches and the allocator. */
const WARM_UP = 100;
const READ_EVERY_MS = 20;

/** While all threads hash, a session read must be answered within this time. */
const READ_MS = 50;
/** How much memory sign-ins may add. Each adds a row to the database, which is in memory here. */
const GROWTH_MIB = 16;
const GROWTH_BYTES_A_SIGN_IN = 1_000;

await main(import.meta, async (commandLine) => {
  const { values } = parseArgs({ args: commandLine, options: { "sign-ins": { type: "string" } } });
  await setup();
  await step("Building the reference deployment for speed", () =>
    run("cargo", ["build", "--release", "--bin", "platform", "--package", "platform"]),
  );
  const signIns = Number(values["sign-ins"] ?? LARGE);
  console.log(await load({ program: `${root}/target/release/platform`, signIns, quick: 0.99 }));
});

/** The small size, for every test run, with the debug build. On a busy machine it is enough if half of the reads are in time. */
export const smallLoad = async () => load({ program: await buildPlatform(), signIns: 300, quick: 0.5 });

/** Puts load on the deployment. The share `quick` of the reads must be in time. Resolves with the lines of the result. */
async function load({ program, signIns, quick }) {
  const deployment = await startWatched(program);
  const client = new Client(deployment.origin);
  try {
    await Promise.all(atOnce(SIGNING_IN, WARM_UP, (worker) => client.signIn(PEOPLE[worker % PEOPLE.length])));
    const before = await deployment.memory();

    const { token } = await client.signIn(PEOPLE[0]);
    const reads = await timed(READING, signIns, () => client.read(token));
    const tokens = [];
    const reader = readMeanwhile(client, token);
    const signedIn = await timed(SIGNING_IN, signIns, async (worker) => {
      tokens.push((await client.signIn(PEOPLE[worker % PEOPLE.length])).token);
    });
    const readsMeanwhile = await reader.stop();
    const after = await deployment.memory();
    const signedOut = await timed(READING, signIns, () => client.signOut(tokens.pop()));
    const burst = await burstOf(client);
    const atLast = await deployment.memory();

    const late = readsMeanwhile.filter((ms) => ms > READ_MS).length;
    const grown = Math.max(after, atLast) - before;
    const lines = [
      `load: ${signIns} sign-ins, ${figures(signedIn)}, ${SIGNING_IN} at once`,
      `load: ${signIns} session reads, ${figures(reads)}, ${READING} at once`,
      `load: ${signIns} sign-outs, ${figures(signedOut)}, ${READING} at once`,
      `load: ${readsMeanwhile.length} reads while every thread hashed, ${distribution(readsMeanwhile)}; ${late} took over ${READ_MS} ms`,
      `load: ${BURST} sign-ins at one moment, ${burst.hashed} looked at, ${burst.busy} told to come again`,
      `load: ${mebibytes(before)} MiB after ${WARM_UP} sign-ins, ${mebibytes(after)} after ${signIns} more, ${mebibytes(atLast)} in the end`,
    ];
    if (late > readsMeanwhile.length * (1 - quick))
      throw new StepFailed(`Reads were late.\n${lines.join("\n")}`);
    if (grown > GROWTH_MIB * 2 ** 20 + signIns * GROWTH_BYTES_A_SIGN_IN) {
      throw new StepFailed(`Memory was not given back.\n${lines.join("\n")}`);
    }
    return lines.join("\n");
  } finally {
    client.close();
    await deployment.stop();
  }
}

/** Calls `work` `count` times, `size` in parallel. Resolves with the times of the calls, and the time of all together. */
async function timed(size, count, work) {
  const times = [];
  const began = performance.now();
  await Promise.all(
    atOnce(size, count, async (worker) => {
      const start = performance.now();
      await work(worker);
      times.push(performance.now() - start);
    }),
  );
  return { times, ms: performance.now() - began };
}

/** Reads the session every 20 ms. `stop` of the result resolves with the times of the reads. */
function readMeanwhile(client, token) {
  const times = [];
  let isStopped = false;
  const reading = (async () => {
    while (!isStopped) {
      const start = performance.now();
      await client.read(token);
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
    }
    return times;
  })();
  return {
    stop() {
      isStopped = true;
      return reading;
    },
  };
}

/** Sends many sign-ins at once, each with another unknown email: they are hashed like others, and reach no limit of wrong passwords. */
async function burstOf(client) {
  const emails = Array.from({ length: BURST }, (_, number) => `${number}@example.com`);
  const answers = await Promise.all(emails.map((email) => client.trySignIn({ email, password: "wrong" })));
  const busy = answers.filter(({ status, retryAfter }) => status === 503 && retryAfter > 0).length;
  const hashed = answers.filter(({ status }) => status === 401).length;
  if (busy + hashed !== BURST || busy === 0) {
    throw new StepFailed(`Of ${BURST} sign-ins ${hashed} were answered 401 and ${busy} 503.`);
  }
  return { hashed, busy };
}

function figures({ times, ms }) {
  return `${Math.round((times.length / ms) * 1_000)} a second, ${distribution(times)}`;
}

function distribution(times) {
  const at = (fraction) => quantile(times, fraction).toFixed(1);
  return `median ${at(0.5)} ms, 99 of 100 within ${at(0.99)} ms`;
}

function mebibytes(bytes) {
  return Math.round(bytes / 2 ** 20);
}
