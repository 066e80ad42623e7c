// Builds everything and serves the demo on the reference deployment. An identity provider starts beside it, unless `--no-sso` is given.
// `--help` lists the options; all others are passed on to the deployment's program.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { build } from "./build.mjs";
import { buildPlatform } from "./install/platform.mjs";
import { ensureRust } from "./install/toolchain.mjs";
import { environment, root } from "./run/project.mjs";
import { main, outputOf, StepFailed } from "./run/run.mjs";
import { refuseTakenAddress } from "./run/taken-address.mjs";
import { setup } from "./setup.mjs";

// `--bearer cookie`: the demo's deployment accepts the cookie for all requests, on which browser applications rely (identity-api.md 5.7). The
// program's own default is `strict`.
const DEFAULTS = { "--listen": "127.0.0.1:8787", "--site": "www", "--bearer": "cookie" };
const PROVIDER_FLAGS = ["--sso", "--no-sso"];
const STRICT =
  "with --bearer strict the cookie carries the session read alone: after a reload, roles and other requests are 401 until a user signs in again";

const HELP = `npm start -- [OPTIONS]
Builds everything, and serves the demo on the reference deployment until Ctrl-C.

      --sso     Start an identity provider beside it, for single sign-on: so it does unless --idp names one
      --no-sso  Start none
      --help    Print this

Unless given: ${Object.entries(DEFAULTS)
  .map((option) => option.join(" "))
  .join(", ")}.
The accounts, and what each may do: tests/platform/README.md, "Accounts and roles".

All other options are those of the deployment's program:
`;

await main(import.meta, async (given) => {
  if (asksForHelp(given)) return help();
  const withProvider = startsProvider(given);
  const platformArguments = withDefaults(given.filter((argument) => !PROVIDER_FLAGS.includes(argument)));
  await refuseTakenAddress(
    optionValue("--listen", platformArguments),
    "npm start -- --listen 127.0.0.1:9000",
  );
  await setup();
  await build();
  const program = await buildPlatform();
  if (withProvider) await serveWithProvider(program, platformArguments);
  else await serve(program, platformArguments);
});

/** Whether an identity provider starts beside the deployment: unless `--no-sso` is given, or `--idp` names another provider. */
export function startsProvider(given) {
  const isNamed = optionValue("--idp", given) !== undefined;
  if (given.includes("--sso") && isNamed)
    throw new StepFailed("--sso starts an identity provider, --idp names another: give one of them.");
  return !given.includes("--no-sso") && !isNamed;
}

/** Whether the arguments ask for the help text. */
export function asksForHelp(given) {
  return given.includes("--help") || given.includes("-h");
}

/** Prints the options of this command, and the help text of the deployment's program, which is built for that. */
async function help() {
  console.log(HELP);
  await ensureRust();
  console.log(await outputOf(await buildPlatform(), ["--help"]));
}

/** Runs the deployment with the identity provider of the tests, which runs in this process. */
async function serveWithProvider(program, platformArguments) {
  // Imported here and not at the top, because this file is loaded before the npm packages are installed.
  const { startProvider } = await import("../tests/provider/provider.mjs");
  const { deploymentFlags } = await import("../tests/provider/deployment-flags.mjs");
  const { PEOPLE } = await import("../tests/provider/people.mjs");
  const provider = await startProvider();
  const { flags, remove } = await deploymentFlags(provider);
  try {
    await serve(program, [...platformArguments, ...flags], (address) => {
      provider.allow(new URL(optionValue("--origin", platformArguments) ?? address).origin);
      const names = [PEOPLE.hedy, PEOPLE.alan].map(({ name }) => name).join(" or ");
      console.log(
        `single sign-on at ${provider.issuer}: press the button, and continue as ${names}, without a password`,
      );
    });
  } finally {
    await Promise.all([provider.stop(), remove()]);
  }
}

/** Returns the given arguments, with the defaults of options that are missing. */
export function withDefaults(given) {
  const missing = Object.entries(DEFAULTS).filter(([option]) => optionValue(option, given) === undefined);
  return [...missing.flat(), ...given];
}

/** Returns the value of `--option value` or `--option=value`; `undefined` if the option is missing. */
function optionValue(option, list) {
  const index = list.findIndex((argument) => argument === option || argument.startsWith(`${option}=`));
  if (index === -1) return undefined;
  return list[index] === option ? list[index + 1] : list[index].slice(option.length + 1);
}

/** Runs the deployment until it ends, or is ended by Ctrl-C. Calls `onListening` with its address once it listens. */
async function serve(program, platformArguments, onListening = () => {}) {
  const stdio = ["inherit", "pipe", "inherit"];
  const child = spawn(program, platformArguments, { cwd: root, env: environment, stdio });
  createInterface({ input: child.stdout }).on("line", (line) => {
    console.log(line);
    const address = /^listening on (\S+)$/.exec(line)?.[1];
    if (!address) return;
    if (optionValue("--bearer", platformArguments) === "strict") console.log(STRICT);
    onListening(address);
  });
  let isInterrupted = false;
  const end = (signal) => {
    isInterrupted = true;
    child.kill(signal);
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
  const ending = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(code ?? signal));
  });
  if (ending !== 0 && !isInterrupted) throw new StepFailed(`The reference deployment ended with ${ending}.`);
}
