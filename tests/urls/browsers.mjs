// Every input before the built package's judge in a browser, compared with what the native judges said.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startDeployment } from "../e2e/support/platform.mjs";
import { ENGINES } from "../engines/engine.mjs";
import { inputs, table } from "./inputs.mjs";
import { openJudge } from "./judging-page.mjs";
import { misleads } from "./node-readers.mjs";

const BATCH = 5_000;

/** Judges in one engine: `{ version, judged, letThrough, broken }`, the last of them in words. */
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

/** What the parsers of Node and Python make of all that is let through: `{ read, broken }`. */
export async function readElsewhere({ count, seed }) {
  const outcome = { read: 0, broken: [] };
  const python = startPython();
  for await (const { raws, verdicts } of inputs({ count, seed, batch: BATCH })) {
    const lines = [];
    for (const [index, raw] of raws.entries()) {
      for (const [place, origin] of table.deployments.entries()) {
        if (verdicts[index][place] !== "1") continue;
        outcome.read += 1;
        const known = [origin, ...table.allowedOrigins];
        const misled = misleads(raw, origin, known);
        if (misled) outcome.broken.push(`on ${origin}: ${misled}`);
        lines.push(`${JSON.stringify([raw, origin, known])}\n`);
      }
    }
    await python.tell(lines.join(""));
  }
  outcome.broken.push(...(await python.end()));
  return outcome;
}

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
    tell: (text) => Promise.race([new Promise((resolve) => child.stdin.write(text, resolve)), ended]),
    /** What it printed, by lines. */
    async end() {
      child.stdin.end();
      const code = await ended;
      if (code !== 0) throw new Error(`Python ended with ${code}: ${printed}`);
      return printed.split("\n").filter((line) => line !== "");
    },
  };
}

function compare(outcome, raw, native, signs) {
  outcome.judged += native.length;
  outcome.letThrough += native.replaceAll("0", "").length;
  if (signs !== native) {
    outcome.broken.push(`${JSON.stringify(raw)}: natively ${native}, here ${signs}`);
  }
}
