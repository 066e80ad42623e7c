// Compares this package with others: the time from navigation to the first open gate, and the bytes loaded.
//
//   npm run bench -- [--rounds N] [--pages NAME,NAME] [--protocol h1,h2] [--latency 40,150] [--cache cold,warm]
//                    [--slowdown 1,4] [--pkg DIRECTORY] [--other DIRECTORY] [--json FILE] [--assert] [--all] [--write]
//                    [--urgent]
//
// --pages takes names of pages.mjs, also `head-*`; --pkg measures another build of the package; --other also measures another
// build, in the same rounds; --assert fails if a limit is missed; --all measures every condition; --write puts the tables and the
// chart of a first visit with 40 ms latency into docs/start-up.md and docs/figures.md; --urgent raises the priority over other
// programs of the machine (needs root).

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readProjectFile, root } from "../../../scripts/run/project.mjs";
import { main, StepFailed } from "../../../scripts/run/run.mjs";
import { writeMeasured } from "../measured-part.mjs";
import { titleOf } from "./conditions.mjs";
import { builtSite, CHOICES, chosen, countOf, flag } from "./options.mjs";
import { chartOf } from "./result/chart.mjs";
import {
  comparisons,
  LEAST_ROUNDS,
  loadedBy,
  repeatedRequests,
  requestedBy,
  summaries,
  sumOf,
} from "./result/comparison.mjs";
import { documentedOf, documentedTablesOf, isDocumented, shortTableOf } from "./result/documented.mjs";
import { printRest, tablesOf } from "./result/tables.mjs";
import { measure } from "./visits/rounds.mjs";

const GUIDE = "docs/start-up.md";
const CHART = join(root, "docs/start-up.svg");

await main(import.meta, async (given) => {
  const { values: options } = parseArgs({
    args: given,
    options: {
      ...CHOICES,
      rounds: { type: "string", default: "21" },
      json: { type: "string" },
      assert: flag,
      all: flag,
      write: flag,
    },
  });
  const rounds = countOf("rounds", options.rounds);
  if (options.assert && rounds < LEAST_ROUNDS) {
    throw new StepFailed(`--assert wants at least ${LEAST_ROUNDS} rounds.`);
  }
  const { pages, conditions } = chosen(options, { isAll: options.all });
  if (options.write && conditions.filter(isDocumented).length < 2) {
    throw new StepFailed("--write wants both protocols, 40 ms, cold, and slowdown 1.");
  }
  const result = await compare({ site: await builtSite(options, pages), pages, conditions, rounds });
  console.log(`\n${tablesOf(result)}`);
  printRest(result);
  if (options.write) writeResult(result);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
  if (options.assert && result.missed.length > 0) throw new StepFailed(result.missed.join("\n✗ "));
});

function writeResult(result) {
  const date = new Date().toISOString().slice(0, 10);
  const shown = documentedOf(result);
  writeMeasured(GUIDE, "measured", `Measured on ${date}. ${documentedTablesOf(shown)}`);
  writeMeasured("docs/figures.md", "start-up", shortTableOf(shown));
  writeFileSync(CHART, chartOf(shown.summaries));
  console.log(
    `Written to ${GUIDE}, docs/start-up.svg and docs/figures.md, where the day is written by hand.`,
  );
}

async function compare({ site, pages, conditions, rounds }) {
  const onRound = ({ condition, round }) => {
    if (round % 5 === 0) console.log(`  … ${titleOf(condition)}: round ${round} of ${rounds}`);
  };
  const { browser, load, visits } = await measure({ site, pages, conditions, rounds, onRound });
  const bytesOf = (path) => site.get(path)?.body.length ?? 0;
  const cold = visits.filter(({ condition }) => condition.cache === "cold");
  const result = {
    browser,
    load,
    rounds,
    pages,
    summaries: summaries(visits, pages, conditions),
    comparisons: comparisons(visits, pages, conditions),
    loaded: Object.fromEntries(
      ["naive", "plain-import"].map((page) => [page, loadedBy(cold, page, bytesOf)]),
    ),
    repeatedRequests: repeatedRequests(cold),
    headSnippetRequests: requestedBy(cold, "head-snippet"),
    visits,
  };
  return { ...result, missed: missedLimits(result) };
}

function missedLimits({ comparisons: compared, loaded, repeatedRequests: repeated }) {
  const { budgetBytes } = JSON.parse(readProjectFile("package.json")).size;
  const bytes = sumOf(loaded["plain-import"]);
  return [
    ...compared
      .filter(({ verdict }) => verdict === "above")
      .map(
        ({ name, condition, ratio, limit }) =>
          `${name} is ${ratio.median.toFixed(2)}, above ${limit}: ${titleOf(condition)}.`,
      ),
    ...(bytes > budgetBytes ? [`The package loads ${bytes} bytes, above ${budgetBytes}.`] : []),
    ...repeated.map((request) => `Asked for twice in one visit: ${request}`),
  ];
}
