// Every input before the built package's judge in a browser, compared with what the native judges said.

import { startDeployment } from "../e2e/support/platform.mjs";
import { ENGINES } from "../engines/engine.mjs";
import { ground, inputs } from "./inputs.mjs";
import { openJudge } from "./judging-page.mjs";
import { misleads } from "./node-readers.mjs";

const BATCH = 5_000;

/** Judges in one engine: `{ version, judged, letThrough, broken }`, the last of them in words. */
export async function judgeIn(name, { count, seed }) {
  const site = await startDeployment({ site: "bare" });
  try {
    const engine = await ENGINES[name]();
    try {
      const page = await openJudge(engine, site.origin, ground);
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

/** What Node's own parsers make of all that is let through: `{ read, broken }`. */
export async function readInNode({ count, seed }) {
  const outcome = { read: 0, broken: [] };
  for await (const { raws, verdicts } of inputs({ count, seed, batch: BATCH })) {
    for (const [index, raw] of raws.entries()) {
      for (const [place, origin] of ground.deployments.entries()) {
        if (verdicts[index][place] !== "1") continue;
        outcome.read += 1;
        const misled = misleads(raw, origin, [origin, ...ground.allowedOrigins]);
        if (misled) outcome.broken.push(`on ${origin}: ${misled}`);
      }
    }
  }
  return outcome;
}

function compare(outcome, raw, native, signs) {
  outcome.judged += native.length;
  outcome.letThrough += native.replaceAll("0", "").length;
  if (signs !== native) {
    outcome.broken.push(`${JSON.stringify(raw)}: natively ${native}, here ${signs}`);
  }
}
