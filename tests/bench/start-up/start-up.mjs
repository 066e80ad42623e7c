// The time from navigation to a known session, and the bytes it takes: this package beside what it is measured by.
//
//   npm run bench -- [--rounds N] [--json FILE] [--assert] [--pkg DIRECTORY] [--other DIRECTORY] [--write]
//
// --assert fails where a limit is missed; --pkg measures another build of the package; --other measures another build
// beside it, in the same rounds; --write puts the tables into the README, between its markers.

import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../../../scripts/build.mjs";
import { packageDirectory, readProjectFile } from "../../../scripts/run/project.mjs";
import { main, StepFailed } from "../../../scripts/run/run.mjs";
import { setup } from "../../../scripts/setup.mjs";
import { writeMeasured } from "../measured-part.mjs";
import { loadedBy, quartiles, ratios, repeatedRequests, requestedBy, sumOf } from "./comparison.mjs";
import { OTHER_BUILD, PAGES } from "./pages.mjs";
import { printRest, tablesOf } from "./report.mjs";
import { measure, NETWORK } from "./rounds.mjs";
import { startServer } from "./server.mjs";

const SLOWDOWNS = [1, 4];
const LEAST_ROUNDS = 15;

await main(import.meta, async (given) => {
  const { values: options } = parseArgs({
    args: given,
    options: {
      rounds: { type: "string", default: "21" },
      json: { type: "string" },
      assert: { type: "boolean", default: false },
      pkg: { type: "string" },
      other: { type: "string" },
      write: { type: "boolean", default: false },
    },
  });
  const rounds = Number(options.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new StepFailed("--rounds takes a whole number above 0.");
  if (options.assert && rounds < LEAST_ROUNDS) {
    throw new StepFailed(`--assert wants at least ${LEAST_ROUNDS} rounds.`);
  }
  await setup({ browser: true });
  if (options.pkg === undefined) await build();

  const other = options.other && resolve(options.other);
  const result = await compare(rounds, options.pkg ? resolve(options.pkg) : packageDirectory, other);
  const tables = tablesOf(result);
  console.log(`\n${tables}`);
  printRest(result);
  if (options.write) writeMeasured("README.md", "start-up", tables);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
  if (options.assert && result.missed.length > 0) throw new StepFailed(result.missed.join("\n✗ "));
});

async function compare(rounds, directory, other) {
  const server = await startServer(directory, other);
  try {
    const pages = Object.keys(other ? { ...PAGES, ...OTHER_BUILD } : PAGES);
    const onRound = ({ slowdown, round }) => {
      if (round % 5 === 0) console.log(`  … CPU slowdown ${slowdown}, round ${round} of ${rounds}`);
    };
    const { browser, visits } = await measure({ server, pages, slowdowns: SLOWDOWNS, rounds, onRound });
    const result = {
      browser,
      rounds,
      network: NETWORK,
      slowdowns: SLOWDOWNS,
      pages,
      times: ["knownMs", "readyMs"].flatMap((until) => quartiles(visits, pages, SLOWDOWNS, until)),
      ratios: ratios(visits, pages, SLOWDOWNS),
      loaded: {
        naive: loadedBy(visits, "naive", server.bytesOf),
        "plain-import": loadedBy(visits, "plain-import", server.bytesOf),
      },
      repeatedRequests: repeatedRequests(visits),
      headSnippetRequests: requestedBy(visits, "head-snippet"),
      visits,
    };
    return { ...result, missed: missedLimits(result) };
  } finally {
    server.close();
  }
}

function missedLimits({ ratios: compared, loaded, repeatedRequests: repeated }) {
  const { budgetBytes } = JSON.parse(readProjectFile("package.json")).size;
  const bytes = sumOf(loaded["plain-import"]);
  return [
    ...compared
      .filter(({ verdict }) => verdict === "above")
      .map(
        ({ name, slowdown, ratio, limit }) =>
          `${name} is ${ratio.toFixed(2)}, above ${limit}, at CPU slowdown ${slowdown}.`,
      ),
    ...(bytes > budgetBytes ? [`The package loads ${bytes} bytes, above ${budgetBytes}.`] : []),
    ...repeated.map((request) => `Asked for twice in one visit: ${request}`),
  ];
}
