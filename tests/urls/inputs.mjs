// The inputs and the verdicts of the native judges, both from the program `urls` that the crate in this folder builds.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const TABLE = new URL("../cases/return-urls.json", import.meta.url);
const DEFAULT_PROGRAM = fileURLToPath(new URL("../../target/debug/urls", import.meta.url));

/** The deployments, the allowed origins, and cases with their expected verdicts. */
export const table = JSON.parse(readFileSync(TABLE, "utf8"));

/**
 * Yields batches of `{ raws, verdicts }`: the inputs of the table, those of web-platform-tests, then `count` generated ones. A verdict has a digit
 * for each deployment, "1" where that allows the input.
 */
export async function* inputs({ count, seed, batch }) {
  const program = process.env.URLS_BIN ?? DEFAULT_PROGRAM;
  if (!existsSync(program)) throw new Error(`No ${program}; build it: cargo build --workspace --bin urls`);
  const child = spawn(program, ["--list", "--count", String(count), "--seed", String(seed)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    errors += text;
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  let raws = [];
  let verdicts = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [raw, digits] = JSON.parse(line);
    raws.push(raw);
    verdicts.push(digits);
    if (raws.length === batch) {
      yield { raws, verdicts };
      raws = [];
      verdicts = [];
    }
  }
  if (raws.length > 0) yield { raws, verdicts };
  if ((await ended) !== 0) throw new Error(`The native judges failed:\n${errors}`);
}
