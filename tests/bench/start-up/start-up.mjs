// The time from navigation to the first open gate, and the bytes it takes: this package beside what it is measured by.
//
//   npm run bench -- [--rounds N] [--pages NAME,NAME] [--protocol h1,h2] [--latency 40,150] [--cache cold,warm]
//                    [--slowdown 1,4] [--pkg DIRECTORY] [--other DIRECTORY] [--json FILE] [--assert] [--all] [--write]
//
// --pages takes names of pages.mjs, also `late-*`; --pkg measures another build of the package; --other measures another
// build beside it, in the same rounds; --assert fails where a limit is missed; --all takes every condition; --write does, too,
// and puts the tables into the documents, between their markers.

import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../../../scripts/build.mjs";
import { packageDirectory, readProjectFile } from "../../../scripts/run/project.mjs";
import { main, StepFailed } from "../../../scripts/run/run.mjs";
import { setup } from "../../../scripts/setup.mjs";
import { conditionsOf, KINDS, titleOf } from "./conditions.mjs";
import { bundlesOf } from "./libraries/bundles.mjs";
import { chosenPages, PAGES } from "./pages.mjs";
import {
  comparisons,
  loadedBy,
  repeatedRequests,
  requestedBy,
  summaries,
  sumOf,
} from "./result/comparison.mjs";
import { printRest, tablesOf } from "./result/tables.mjs";
import { siteOf } from "./servers/site.mjs";
import { measure } from "./visits/rounds.mjs";

const LEAST_ROUNDS = 15;
const text = { type: "string" };
const flag = { type: "boolean", default: false };

await main(import.meta, async (given) => {
  const { values: options } = parseArgs({
    args: given,
    options: {
      rounds: { type: "string", default: "21" },
      pages: text,
      ...Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, text])),
      json: text,
      assert: flag,
      pkg: text,
      other: text,
      all: flag,
      write: flag,
    },
  });
  const rounds = Number(options.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new StepFailed("--rounds takes a whole number above 0.");
  if (options.assert && rounds < LEAST_ROUNDS) {
    throw new StepFailed(`--assert wants at least ${LEAST_ROUNDS} rounds.`);
  }
  const pages = chosenPages({ named: options.pages?.split(","), withOther: options.other !== undefined });
  if (pages.length === 0) throw new StepFailed("--pages names no page of pages.mjs.");
  const conditions = conditionsOf(chosenConditions(options));
  await setup({ browser: true });
  if (options.pkg === undefined) await build();

  const builds = {
    this: options.pkg ? resolve(options.pkg) : packageDirectory,
    ...(options.other && { other: resolve(options.other) }),
  };
  const result = await compare({ builds, pages, conditions, rounds });
  console.log(`\n${tablesOf(result)}`);
  printRest(result);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
  if (options.assert && result.missed.length > 0) throw new StepFailed(result.missed.join("\n✗ "));
});

function chosenConditions(options) {
  return Object.fromEntries(
    Object.entries(KINDS).map(([kind, { of, usual }]) => {
      const named = options[kind]?.split(",");
      if (named === undefined) return [kind, options.all || options.write ? of : usual];
      const chosen = of.filter((value) => named.includes(String(value)));
      if (chosen.length < named.length) throw new StepFailed(`--${kind} takes ${of.join(", ")}.`);
      return [kind, chosen];
    }),
  );
}

async function compare({ builds, pages, conditions, rounds }) {
  const libraries = pages.flatMap((page) => PAGES[page].library ?? []);
  const site = siteOf(builds, await bundlesOf(libraries));
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
