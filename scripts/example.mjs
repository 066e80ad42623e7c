// Starts an example, in front of the deployment that `npm start` serves.
//
//   npm run example              lists the examples
//   npm run example -- react     installs the dependencies of the examples, and starts this one

import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installConsumers } from "../tests/consumers/support/install.mjs";
import { linkPackages } from "../tests/consumers/support/served-app.mjs";
import { findChromium } from "./install/browser.mjs";
import { environment, packageDirectory, root } from "./run/project.mjs";
import { main, StepFailed, step } from "./run/run.mjs";

const FOLDER = join(root, "examples");

await main(import.meta, async ([name]) => {
  const names = exampleNames();
  if (name === undefined) return console.log(names.join("\n"));
  if (!names.includes(name))
    throw new StepFailed(`No example is called ${name}. There are: ${names.join(", ")}.`);
  if (!existsSync(join(packageDirectory, "index.js")))
    throw new StepFailed("The package is not built yet: run npm start, and this beside it.");
  await step("Installing the frameworks and the package", installConsumers);
  if (existsSync(join(FOLDER, name, "angular.json"))) linkPackages(name);
  await start(name);
});

/** Returns the names of the examples: the folders with a command that starts them. */
export function exampleNames() {
  const folders = readdirSync(FOLDER).filter((name) => name !== "node_modules");
  const deeper = readdirSync(join(FOLDER, "testing")).map((name) => join("testing", name));
  return [...folders, ...deeper].filter((name) => startCommand(name) !== undefined).sort();
}

/** Returns the npm script that starts an example: `test` if it has one (it shows how to test), else `dev`. */
export function startCommand(name) {
  const manifest = join(FOLDER, name, "package.json");
  if (!existsSync(manifest)) return;
  const { dev, test } = JSON.parse(readFileSync(manifest, "utf8")).scripts ?? {};
  return test ?? dev;
}

/** Runs the example until it ends, or is ended by Ctrl-C. */
async function start(name) {
  const env = {
    PLATFORM_ORIGIN: "http://127.0.0.1:8787",
    CHROMIUM: findChromium() ?? "",
    ASTRO_TELEMETRY_DISABLED: "1",
    NEXT_TELEMETRY_DISABLED: "1",
    ...environment,
    PATH: [join(FOLDER, "node_modules/.bin"), environment.PATH].join(delimiter),
  };
  // As `npm run dev` in its folder, but `exec` replaces the shell, which would not pass signals on to the tool.
  const command = `exec ${startCommand(name)}`;
  const child = spawn(command, { cwd: join(FOLDER, name), env, stdio: "inherit", shell: true });
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
  if (ending !== 0 && !isInterrupted) throw new StepFailed(`The example ended with ${ending}.`);
}
