// Judges every input with the built package in a browser, and compares the verdicts with those of the native judges.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startDeployment } from "../e2e/support/platform.mjs";
import { ENGINES } from "../engines/engine.mjs";
import { inputs, table } from "./inputs.mjs";
import { openJudge } from "./judging-page.mjs";
import { misreadingOf } from "./node-readers.mjs";

const BATCH = 5_000;

/**
 * Judges the inputs in one engine. Returns the engine's version, the number of verdicts, how many of them allow the input, and in `broken` a message
 * for each difference.
 */
export async function judgeIn(name, { count, seed }) {
  const site = await startDeployment({ site: "bare" });
  try {
    const engine = await ENGINES[name]();
    try {
      const page = await openJudge(engine, site.origin, table);
      const outcome = { version: engine.version, judged: 0, letThrough: 0, broken: [] };
      for await (const { raws, verdicts } of inputs({ count, seed, batch: BATCH })) {
        const signs = (await page.judge(raws)).split(",");
        for (const [index, raw] of raws.entries()) compare(outcome, raw, verdicts[index], signs[index]);
      }
      return outcome;
    } finally {
      await engine.close();
    }
  } finally {
    await site.stop();
  }
}

/**
 * Reads every allowed input with the parsers of Node and Python. Returns the number of inputs read, and in `broken` a message for each reading at an
 * origin that is not allowed.
 */
export async function readElsewhere({ count, seed }) {
  const outcome = { read: 0, broken: [] };
  const python = startPython();
  for await (const { raws, verdicts } of inputs({ count, seed, batch: BATCH })) {
    const lines = [];
    for (const [index, raw] of raws.entries()) {
      for (const [column, origin] of table.deployments.entries()) {
        if (verdicts[index][column] !== "1") continue;
        outcome.read += 1;
        const allowed = [origin, ...table.allowedOrigins];
        const misreading = misreadingOf(raw, origin, allowed);
        if (misreading) outcome.broken.push(`on ${origin}: ${misreading}`);
        lines.push(`${JSON.stringify([raw, origin, allowed])}\n`);
      }
    }
    await python.write(lines.join(""));
  }
  outcome.broken.push(...(await python.end()));
  return outcome;
}

/** Starts readers.py, which gets lines of JSON and prints a message for each misreading. */
function startPython() {
  const script = fileURLToPath(new URL("readers.py", import.meta.url));
  const child = spawn("python3", [script], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, PYTHONIOENCODING: "utf-8" },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      printed += text;
    });
  }
  const ended = new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  return {
    write: (text) => Promise.race([new Promise((resolve) => child.stdin.write(text, resolve)), ended]),
    /** Ends the input, and returns the lines that Python printed. */
    async end() {
      child.stdin.end();
      const code = await ended;
      if (code !== 0) throw new Error(`Python ended with ${code}: ${printed}`);
      return printed.split("\n").filter((line) => line !== "");
    },
  };
}

/**
 * Counts the verdicts on an input, and adds a message where the browser's signs differ from them. `native`, `signs`: a character for each
 * deployment, "1" where it allows the input, "0" where it does not; "!" among the signs is a fault (`judging-page.mjs`).
 */
function compare(outcome, raw, native, signs) {
  outcome.judged += native.length;
  outcome.letThrough += native.replaceAll("0", "").length;
  if (signs !== native) {
    outcome.broken.push(`${JSON.stringify(raw)}: natively ${native}, here ${signs}`);
  }
}
