// Runs a measurement or a proof at its large size, by name; or all proofs one after another.
//
//   npm run bench                           measures the start-up, beside pages without this package
//   npm run bench -- --rounds 15 --assert   the same, with options of tests/bench/start-up
//   npm run bench -- gates                  measures checks, changes, publications and React, beside other libraries
//   npm run bench -- trace                  shows where each millisecond of the start-up goes
//   npm run bench -- wire                   measures the start-up's requests over HTTP/2, without a browser
//   npm run bench -- platform               measures the load on the reference deployment, and its memory over 20,000 sign-ins
//   npm run bench -- model                  runs one of PROOFS below, with any further arguments
//   npm run bench -- proofs                 runs all of PROOFS; takes hours

import { spawn } from "node:child_process";
import { environment, root } from "./run/project.mjs";
import { main, StepFailed, seconds } from "./run/run.mjs";
import { setup } from "./setup.mjs";

const START_UP = [process.execPath, "tests/bench/start-up/start-up.mjs"];
const GATES = [process.execPath, "tests/bench/gates/gates.mjs"];
const WIRE = [process.execPath, "tests/bench/start-up/wire.mjs"];
const TRACE = [process.execPath, "tests/bench/start-up/trace.mjs"];

const PLATFORM = [process.execPath, "tests/bench/platform/platform.mjs"];

const release = (name) => ["cargo", "run", "--release", "--package", name, "--"];
const script = (path) => [process.execPath, `tests/${path}.mjs`];
const PROOFS = {
  model: release("model"),
  simulator: script("simulator/simulator"),
  fuzz: script("fuzz/fuzz"),
  planted: script("planted/planted"),
  mutants: script("planted/mutants"),
  need: script("witness/need"),
  stampede: release("stampede"),
  urls: script("urls/urls"),
  contract: script("platform/contract"),
};

await main(import.meta, async ([name, ...rest]) => {
  if (name === undefined || name.startsWith("--")) {
    return await show([...START_UP, ...(name === undefined ? [] : [name, ...rest])]);
  }
  if (name === "gates") return await show([...GATES, ...rest]);
  if (name === "wire") return await show([...WIRE, ...rest]);
  if (name === "platform") return await show([...PLATFORM, ...rest]);
  if (name === "trace") return await show([...TRACE, ...rest]);
  await setup({ browser: true });
  if (name === "proofs") {
    for (const proof of Object.keys(PROOFS)) await timed(proof, PROOFS[proof]);
  } else if (name in PROOFS) {
    await timed(name, [...PROOFS[name], ...rest]);
  } else {
    throw new StepFailed(
      `There is no ${name}. There are: gates, platform, trace, wire, proofs, ${Object.keys(PROOFS).join(", ")}.`,
    );
  }
});

async function timed(name, command) {
  const started = performance.now();
  console.log(`▸ ${name}`);
  await show(command);
  console.log(`  ✓ ${name}: ${seconds(performance.now() - started)}`);
}

/** Runs a command, with its output on the terminal. */
function show([command, ...commandArguments]) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, commandArguments, { cwd: root, env: environment, stdio: "inherit" });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new StepFailed(`${[command, ...commandArguments].join(" ")} failed.`));
    });
  });
}
