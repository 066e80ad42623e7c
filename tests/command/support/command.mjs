import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { credentialsOf } from "../../e2e/support/accounts.mjs";

const COMMAND = fileURLToPath(new URL("../../../pkg/dist/command.js", import.meta.url));
const RUN_MS = 60_000;

/** Returns the environment of this process with the credentials of that account of the reference deployment; without a name, with none. */
export function environmentOf(name, more = {}) {
  const { PLATFORM_EMAIL: _, PLATFORM_PASSWORD: __, ...environment } = process.env;
  if (!name) return { ...environment, ...more };
  const { email, password } = credentialsOf(name);
  return { ...environment, PLATFORM_EMAIL: email, PLATFORM_PASSWORD: password, ...more };
}

/** Runs the command until it ends. `onStart` gets the child process. */
export function platformSession(args, { account, env = environmentOf(account), cwd, onStart } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [COMMAND, ...args], { env, cwd, timeout: RUN_MS });
    onStart?.(child);
    const printed = { stdout: "", stderr: "" };
    for (const name of Object.keys(printed))
      child[name].setEncoding("utf8").on("data", (text) => (printed[name] += text));
    child.stdin.end();
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, ...printed }));
  });
}

/** Runs `check --json` and returns its report, with the exit status. */
export async function reportOf(args, options) {
  const { stdout, stderr, ...rest } = await platformSession(["check", ...args, "--json"], options);
  assert.equal(stderr, "");
  return { ...rest, stdout, ...JSON.parse(stdout) };
}

/** Returns the result, "warning" or "wrong", of each finding that is not right, by its code. */
export const problemsIn = ({ findings }) =>
  Object.fromEntries(
    findings.filter(({ result }) => /wrong|warning/.test(result)).map(({ code, result }) => [code, result]),
  );
