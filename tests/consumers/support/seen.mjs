// What a test saw of the tool that it drives. The documents' tables are made of it, so that no row says what was not seen.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { consumers, repository } from "./places.mjs";
import { TOOLS } from "./tools.mjs";

const RESULTS = `${consumers}results.json`;
/** What differs from the results, until `npm run docs` takes it over. */
const NEWS = `${repository}target/consumers-seen/`;
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html)$/;
const MADE = /(?:^|\/)(?:node_modules|dist|build|\.\w[\w-]*)\//;
/** By its name, or by the address of the file. */
const NAMED = /["']\/?platform-session(?:\/(?:dist\/)?([\w/-]+))?(?:\.js)?["']/g;

/** What was seen of each tool when the tables were last made. */
export const readResults = () => (existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, "utf8")) : {});

/**
 * Fails where the documents say something else of this tool. `wasm`: whether the page asked for the WebAssembly as a file; `null`: it runs
 * none. `policy`: what was allowed besides the strict policy (`["inline scripts"]`); `null`: it ran under none. `imports`: what it imports of the package,
 * where that is not what its app's files name.
 */
export function assertSeen(tool, { wasm = null, policy = null, imports }) {
  const { packages, app } = TOOLS[tool];
  const seen = {
    versions: Object.fromEntries(packages.map((name) => [name, versionOf(name)])),
    imports: imports ?? importsOf(app),
    wasm,
    policy,
  };
  const note = `${NEWS}${tool.replaceAll(/\W+/g, "-")}.json`;
  rmSync(note, { force: true });
  try {
    assert.deepEqual(seen, readResults()[tool]);
  } catch (error) {
    mkdirSync(NEWS, { recursive: true });
    writeFileSync(note, JSON.stringify({ [tool]: seen }));
    throw new Error(
      `docs/bundlers.md says something else of ${tool}. If what was seen is right: npm run docs`,
      {
        cause: error,
      },
    );
  }
}

/** Takes over what tests saw that differs from the results. */
export function gatherResults() {
  if (!existsSync(NEWS)) return;
  const results = readResults();
  for (const name of readdirSync(NEWS)) Object.assign(results, JSON.parse(readFileSync(NEWS + name, "utf8")));
  const known = Object.keys(TOOLS).filter((tool) => tool in results);
  const ordered = Object.fromEntries(known.map((tool) => [tool, results[tool]]));
  writeFileSync(RESULTS, `${JSON.stringify(ordered, null, 2)}\n`);
  rmSync(NEWS, { recursive: true });
}

const versionOf = (name) =>
  JSON.parse(readFileSync(`${consumers}node_modules/${name}/package.json`, "utf8")).version;

/** What the files of an app name of the package, "" for the root. */
function importsOf(app) {
  const folder = join(consumers, app);
  const sources = readdirSync(folder, { recursive: true }).filter(
    (name) => SOURCE.test(name) && !MADE.test(name),
  );
  const named = sources.flatMap((name) => [...readFileSync(join(folder, name), "utf8").matchAll(NAMED)]);
  const subpaths = named.map(([, name = "index"]) => (name === "index" ? "" : `/${name}`));
  return [...new Set(subpaths)].sort();
}
