// Builds everything and serves the demo on the reference deployment. Arguments are handed on to the deployment's program.

import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { build } from "./build.mjs";
import { buildPlatform } from "./platform.mjs";
import { environment, root } from "./project.mjs";
import { main, StepFailed } from "./run.mjs";
import { setup } from "./setup.mjs";

const DEFAULTS = { "--listen": "127.0.0.1:8787", "--site": "www" };

await main(import.meta, async (given) => {
  const platformArguments = withDefaults(given);
  await refuseTakenPort(optionValue("--listen", platformArguments));
  await setup();
  await build();
  await serve(await buildPlatform(), platformArguments);
});

function withDefaults(given) {
  const missing = Object.entries(DEFAULTS).filter(([option]) => optionValue(option, given) === undefined);
  return [...missing.flat(), ...given];
}

/** The value of `--option value` or `--option=value`. */
function optionValue(option, list) {
  const index = list.findIndex((argument) => argument === option || argument.startsWith(`${option}=`));
  if (index === -1) return undefined;
  return list[index] === option ? list[index + 1] : list[index].slice(option.length + 1);
}

/** Says so before anything is built, not after. */
async function refuseTakenPort(address = "") {
  const separator = address.lastIndexOf(":");
  const host = address.slice(0, separator).replace(/^\[|\]$/g, "");
  const port = Number(address.slice(separator + 1));
  const code = await new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error) => resolve(error.code));
    probe.listen({ host, port }, () => probe.close(() => resolve(null)));
  });
  if (code === "EADDRINUSE") {
    throw new StepFailed(`${address} is taken: choose another with "npm start -- --listen 127.0.0.1:9000".`);
  }
}

/** Runs the deployment until it ends, or is told to by Ctrl-C. */
async function serve(program, platformArguments) {
  const child = spawn(program, platformArguments, { cwd: root, env: environment, stdio: "inherit" });
  let asked = false;
  const end = (signal) => {
    asked = true;
    child.kill(signal);
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
  const ending = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(code ?? signal));
  });
  if (ending !== 0 && !asked) throw new StepFailed(`The reference deployment ended with ${ending}.`);
}
