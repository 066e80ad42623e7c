// The inputs with the native verdicts, from the crate beside this file, which makes them.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const TABLE = new URL("../cases/return-urls.json", import.meta.url);
const BUILT = fileURLToPath(new URL("../../target/debug/urls", import.meta.url));

/** The deployments, the allowed origins, and the verdicts that are written down. */
export const table = JSON.parse(readFileSync(TABLE, "utf8"));

/**
 * Batches of `{ raws, verdicts }`: the table's, all of web-platform-tests', then so many generated ones. A verdict has a
 * digit for each deployment, "1" where it is let through.
 */
export async function* inputs({ count, seed, batch }) {
  const program = process.env.URLS_BIN ?? BUILT;
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
