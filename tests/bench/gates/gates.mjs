// Compares gates with other libraries in Chromium: one check, one change, one publication, and React.
//
//   npm run bench -- gates [--rounds N] [--only check,change,publication,renders] [--write]
//
// --write puts the targets into docs/gates-benchmark.md and the chart beside it, and a few figures into docs/figures.md.

import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "../../../scripts/build.mjs";
import { root } from "../../../scripts/run/project.mjs";
import { main, StepFailed } from "../../../scripts/run/run.mjs";
import { setup } from "../../../scripts/setup.mjs";
import { installLocked } from "../install-locked.mjs";
import { writeMeasured } from "../measured-part.mjs";
import { bundle } from "./bundle.mjs";
import { chartOf } from "./chart.mjs";
import { BENCHES } from "./contestants.mjs";
import { rowsOf, targetsOf } from "./result.mjs";
import { measureRounds } from "./rounds.mjs";
import { serve } from "./serve.mjs";
import { shortTableOf, tablesOf, targetTableOf } from "./table.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const CHART = join(root, "docs/gates-benchmark.svg");

await main(import.meta, async (given) => {
  const { values: options } = parseArgs({
    args: given,
    options: {
      rounds: { type: "string", default: "9" },
      only: { type: "string" },
      write: { type: "boolean", default: false },
    },
  });
  const rounds = Number(options.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new StepFailed("--rounds takes a whole number above 0.");
  if (options.write && options.only) throw new StepFailed("--write wants all benches: leave --only out.");
  const names = options.only?.split(",") ?? Object.keys(BENCHES);
  const unknown = names.find((name) => !(name in BENCHES));
  if (unknown) throw new StepFailed(`There is no ${unknown}. There are: ${Object.keys(BENCHES).join(", ")}.`);
  await setup({ browser: true });
  await build();
  await installLocked(HERE, "Installing the libraries to compare with");

  const benches = Object.fromEntries(names.map((name) => [name, BENCHES[name]]));
  const { browser, rows } = await measureAll(benches, rounds);
  const targets = names.length === Object.keys(BENCHES).length ? targetsOf(rows) : [];
  console.log(`\n${tablesOf(benches, rows, targets)}\n`);
  if (options.write) {
    const machine = `Chromium ${browser}, ${cpus().length} cores, load average ${loadavg()[2].toFixed(1)}`;
    const circumstances = `${new Date().toISOString().slice(0, 10)}, ${machine}, ${rounds} rounds`;
    writeMeasured(
      "docs/gates-benchmark.md",
      "measured",
      `Measured on ${circumstances}.\n\n${targetTableOf(targets)}`,
    );
    writeMeasured("docs/figures.md", "gates", shortTableOf(targets));
    writeFileSync(CHART, chartOf(benches, rows));
    console.log("Written to docs/gates-benchmark.md, docs/gates-benchmark.svg and docs/figures.md.");
  }
});

async function measureAll(benches, rounds) {
  const server = await serve(await bundle());
  try {
    const rows = {};
    let browser;
    for (const [name, bench] of Object.entries(benches)) {
      const onRound = (round) => console.log(`  … ${name}, round ${round} of ${rounds}`);
      const { contestants } = bench;
      const result = await measureRounds({ origin: server.origin, contestants, rounds, onRound });
      browser = result.browser;
      rows[name] = rowsOf(bench, result.measured);
    }
    return { browser, rows };
  } finally {
    server.close();
  }
}
