// Judges many return URLs natively, and in each engine with its own parser. The same seed generates the same URLs.
//
//   node tests/urls/urls.mjs                                        a million natively, and fewer in each engine
//   node tests/urls/urls.mjs --count N --in-engines M --seed S [engine …]

import { parseArgs } from "node:util";
import { build } from "../../scripts/build.mjs";
import { findChromium } from "../../scripts/install/browser.mjs";
import { buildPlatform, buildUrls } from "../../scripts/install/platform.mjs";
import { ensurePython } from "../../scripts/install/python.mjs";
import { main, run, StepFailed, step } from "../../scripts/run/run.mjs";
import { setup } from "../../scripts/setup.mjs";
import { ENGINES } from "../engines/engine.mjs";
import { judgeIn, readElsewhere } from "./browsers.mjs";

const COUNT = 1_000_000;
const IN_ENGINES = 100_000;
const MOST_SHOWN = 20;

await main(import.meta, async (commandLine) => {
  const textOption = { type: "string" };
  const { values, positionals } = parseArgs({
    args: commandLine,
    allowPositionals: true,
    options: { count: textOption, "in-engines": textOption, seed: textOption },
  });
  const seed = Number(values.seed ?? 1);
  const count = Number(values.count ?? COUNT);
  const size = { count: Number(values["in-engines"] ?? IN_ENGINES), seed };
  await setup({ browser: true });
  await ensurePython();
  await build();
  const program = await buildUrls();
  Object.assign(process.env, {
    PLATFORM_BIN: await buildPlatform(),
    URLS_BIN: program,
    CHROMIUM: findChromium(),
  });
  await step("Judging natively", async () => {
    const summary = await run(program, ["--count", String(count), "--seed", String(seed)]);
    console.log(`  ${summary.trim()}`);
  });
  await step("Reading allowed URLs in Node and Python", async () => {
    const { read, broken } = await readElsewhere(size);
    console.log(`  urls: ${read} read by the parsers of Node and Python`);
    failOn(broken);
  });
  for (const name of positionals.length > 0 ? positionals : Object.keys(ENGINES)) {
    await step(`Judging in ${name}`, async () => {
      const { version, judged, letThrough, broken } = await judgeIn(name, size);
      console.log(`  urls: ${judged} judged in ${version}, ${letThrough} let through; seed ${seed}`);
      failOn(broken);
    });
  }
});

function failOn(broken) {
  if (broken.length > 0) throw new StepFailed(broken.slice(0, MOST_SHOWN).join("\n"));
}
