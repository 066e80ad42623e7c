import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { credentialsOf } from "../../e2e/support/accounts.mjs";

const COMMAND = fileURLToPath(new URL("../../../pkg/dist/command.js", import.meta.url));
const RUN_MS = 60_000;

/** The environment with an account of the reference deployment in it; without a name, with none. */
export function environmentOf(name, more = {}) {
  const { PLATFORM_EMAIL: _, PLATFORM_PASSWORD: __, ...environment } = process.env;
  if (!name) return { ...environment, ...more };
  const { email, password } = credentialsOf(name);
  return { ...environment, PLATFORM_EMAIL: email, PLATFORM_PASSWORD: password, ...more };
}

/** Runs it to its end. `started` is given the process. */
export function platformSession(args, { account, env = environmentOf(account), cwd, started } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [COMMAND, ...args], { env, cwd, timeout: RUN_MS });
    started?.(child);
    const printed = { stdout: "", stderr: "" };
    for (const name of Object.keys(printed))
      child[name].setEncoding("utf8").on("data", (text) => (printed[name] += text));
    child.stdin.end();
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, ...printed }));
  });
}

/** What `check` finds, as data. */
export async function checked(args, options) {
  const { stdout, stderr, ...rest } = await platformSession(["check", ...args, "--json"], options);
  assert.equal(stderr, "");
  return { ...rest, stdout, ...JSON.parse(stdout) };
}

/** The codes of what is amiss, each with how much. */
export const amissIn = ({ findings }) =>
  Object.fromEntries(
    findings.filter(({ result }) => /wrong|warning/.test(result)).map(({ code, result }) => [code, result]),
  );
