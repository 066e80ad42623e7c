// What a test saw of the tool that it drives. The documents' tables are made of its versions and policies, so that no row says what was not seen.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { consumers, examples, frameworks, repository } from "./places.mjs";
import { TOOLS } from "./tools.mjs";

const RESULTS = `${consumers}results.json`;
/** What differs from the results, until `npm run docs` takes it over. */
const NEWS = `${repository}target/consumers-seen/`;
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html)$/;
const MADE =
  /(?:^|\/)(?:node_modules|dist|build|\.(?:astro|next|nuxt|output|react-router|svelte-kit|vite))\//;
/** What serves files that nothing builds. */
const SERVES = /\/vite\.config\.\w+$/;
/** Where a file names the package: by its name, or by the address of a file of it. */
const NAMED = /["']\/?platform-session(?:\/(?:dist\/)?([\w/-]+))?(?:\.js)?["']/g;

/** What was seen of each tool when the tables were last made. */
export const readResults = () => (existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, "utf8")) : {});

/**
 * Fails where the results say something else of this tool. `wasm`: whether the page asked for the WebAssembly as a file; `null`: it
 * runs none. `policy`: what was allowed besides the strict policy, "" for nothing; `null`: it ran under none. `imports`: what it imports
 * of the package (". ./react"), where that is not what its app's files name.
 */
export function assertSeen(tool, { wasm = null, policy = null, imports }) {
  const { packages, app, isUnbuilt } = TOOLS[tool];
  const seen = {
    versions: Object.fromEntries(packages.map((name) => [name, versionOf(name)])),
    imports: imports ?? importsOf(app, isUnbuilt),
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
    const message = `results.json says something else of ${tool}. If what was seen is right: npm run docs`;
    throw new Error(message, { cause: error });
  }
}

/** Takes over what tests saw that differs from the results. */
export function gatherResults() {
  if (!existsSync(NEWS)) return;
  const results = readResults();
  for (const name of readdirSync(NEWS)) Object.assign(results, JSON.parse(readFileSync(NEWS + name, "utf8")));
  const known = Object.keys(TOOLS).filter((tool) => tool in results);
  const lines = known.map((tool) => `  ${JSON.stringify(tool)}: ${JSON.stringify(results[tool])}`);
  writeFileSync(RESULTS, `{\n${lines.join(",\n")}\n}\n`);
  rmSync(NEWS, { recursive: true });
}

const versionOf = (name) => JSON.parse(readFileSync(`${frameworks}${name}/package.json`, "utf8")).version;

/** What the files of an app name of the package, as its exports are named. */
function importsOf(app, isUnbuilt = false) {
  const files = readdirSync(join(examples, app), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map(({ parentPath, path = parentPath, name }) => join(path, name))
    .filter((path) => !MADE.test(path.slice(examples.length)))
    .filter((path) => !isUnbuilt || !SERVES.test(path));
  const named = files.flatMap((path) => [...readFileSync(path, "utf8").matchAll(NAMED)]);
  const subpaths = named.map(([, name = "index"]) => (name === "index" ? "." : `./${name}`));
  return [...new Set(subpaths)].sort().join(" ");
}
