// The load on the reference deployment: sign-ins, session reads and sign-outs a second, and the memory that it keeps.
//
//   node tests/bench/platform/platform.mjs                  20,000 sign-ins, on a program that is compiled for speed
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
/** Sign-ins at once: the threads that hash always have a next one, and of no account more are under way than it may guess. */
const SIGNING_IN = 8 * PEOPLE.length;
const READING = 16;
/** How many sign-ins come at once: more than may wait. */
const BURST = 400;
/** Sign-ins until caches are full and the allocator has what it needs. */
const WARM_UP = 100;
const READ_EVERY_MS = 20;

/** A session read is answered within this while all threads hash. */
const READ_MS = 50;
/** What sign-ins may add to the memory: each is a row in a database that is in memory here. */
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

/** The small size, for every run, on the program that the tests have. On a machine that does other things half of the reads are enough. */
export const smallLoad = async () => load({ program: await buildPlatform(), signIns: 300, quick: 0.5 });

/** Puts the deployment under load. The share `quick` of the reads must be answered in time. Resolves to lines that say how it was. */
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
    const meanwhile = await reader.stop();
    const after = await deployment.memory();
    const signedOut = await timed(READING, signIns, () => client.signOut(tokens.pop()));
    const burst = await burstOf(client);
    const atLast = await deployment.memory();

    const late = meanwhile.filter((ms) => ms > READ_MS).length;
    const grown = Math.max(after, atLast) - before;
    const lines = [
      `load: ${signIns} sign-ins, ${figures(signedIn)}, ${SIGNING_IN} at once`,
      `load: ${signIns} session reads, ${figures(reads)}, ${READING} at once`,
      `load: ${signIns} sign-outs, ${figures(signedOut)}, ${READING} at once`,
      `load: ${meanwhile.length} reads while every thread hashed, ${distribution(meanwhile)}; ${late} took over ${READ_MS} ms`,
      `load: ${BURST} sign-ins at one moment, ${burst.looked} looked at, ${burst.busy} told to come again`,
      `load: ${mebibytes(before)} MiB after ${WARM_UP} sign-ins, ${mebibytes(after)} after ${signIns} more, ${mebibytes(atLast)} in the end`,
    ];
    if (late > meanwhile.length * (1 - quick)) throw new StepFailed(`Reads were late.\n${lines.join("\n")}`);
    if (grown > GROWTH_MIB * 2 ** 20 + signIns * GROWTH_BYTES_A_SIGN_IN) {
      throw new StepFailed(`Memory was not given back.\n${lines.join("\n")}`);
    }
    return lines.join("\n");
  } finally {
    client.close();
    await deployment.stop();
  }
}

/** Does something `count` times, so many `at once`: how long each took, and how long all of them. */
async function timed(size, count, work) {
  const times = [];
  const begun = performance.now();
  await Promise.all(
    atOnce(size, count, async (worker) => {
      const start = performance.now();
      await work(worker);
      times.push(performance.now() - start);
    }),
  );
  return { times, ms: performance.now() - begun };
}

/** Reads the session every now and then until it is stopped, and tells how long each read took. */
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

/** Sign-ins with emails that no account has: they are hashed like others, and none is one too many for its email. */
async function burstOf(client) {
  const emails = Array.from({ length: BURST }, (_, number) => `${number}@example.com`);
  const answers = await Promise.all(emails.map((email) => client.trySignIn({ email, password: "wrong" })));
  const busy = answers.filter(({ status, retryAfter }) => status === 503 && retryAfter > 0).length;
  const looked = answers.filter(({ status }) => status === 401).length;
  if (busy + looked !== BURST || busy === 0) {
    throw new StepFailed(`Of ${BURST} sign-ins ${looked} were answered 401 and ${busy} 503.`);
  }
  return { looked, busy };
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
