// The time from navigation to a known session, and the bytes it takes: this package beside what it is measured by.
//
//   npm run bench -- [--rounds N] [--json FILE] [--assert] [--pkg DIRECTORY]
//
// --assert fails where a limit is missed; --pkg measures another build of the package.

import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../../scripts/build.mjs";
import { packageDirectory, readProjectFile } from "../../scripts/project.mjs";
import { main, StepFailed } from "../../scripts/run.mjs";
import { setup } from "../../scripts/setup.mjs";
import { loadedBy, quartiles, ratios, repeatedRequests, requestedBy, sumOf } from "./comparison.mjs";
import { LABELS, printReport } from "./report.mjs";
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
    },
  });
  const rounds = Number(options.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new StepFailed("--rounds takes a whole number above 0.");
  if (options.assert && rounds < LEAST_ROUNDS) {
    throw new StepFailed(`--assert wants at least ${LEAST_ROUNDS} rounds.`);
  }
  await setup({ browser: true });
  if (options.pkg === undefined) await build();

  const result = await compare(rounds, options.pkg ? resolve(options.pkg) : packageDirectory);
  printReport(result);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
  if (options.assert && result.missed.length > 0) throw new StepFailed(result.missed.join("\n✗ "));
});

async function compare(rounds, directory) {
  const server = await startServer(directory);
  try {
    const pages = Object.keys(LABELS);
    const onRound = ({ slowdown, round }) => {
      if (round % 5 === 0) console.log(`  … CPU slowdown ${slowdown}, round ${round} of ${rounds}`);
    };
    const { browser, visits } = await measure({ server, pages, slowdowns: SLOWDOWNS, rounds, onRound });
    const result = {
      browser,
      rounds,
      network: NETWORK,
      slowdowns: SLOWDOWNS,
      times: quartiles(visits, pages, SLOWDOWNS),
      ratios: ratios(visits, SLOWDOWNS),
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
      .filter(({ ofMedians, limit }) => ofMedians > limit)
      .map(
        ({ name, slowdown, ofMedians, limit }) =>
          `${name} is ${ofMedians.toFixed(2)}, above ${limit}, at CPU slowdown ${slowdown}.`,
      ),
    ...(bytes > budgetBytes ? [`The package loads ${bytes} bytes, above ${budgetBytes}.`] : []),
    ...repeated.map((request) => `Asked for twice in one visit: ${request}`),
  ];
}
