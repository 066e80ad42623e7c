// Records what a test saw of the tool that it drives: versions, policy, imports. The tables of the documents are made of these records.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { consumers, examples, frameworks, repository } from "./places.mjs";
import { TOOLS } from "./tools.mjs";

const RESULTS = `${consumers}results.json`;
/** The folder for records that differ from the results, until `npm run docs` takes them over. */
const DIFFERENCES = `${repository}target/consumers-seen/`;
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html)$/;
const GENERATED =
  /(?:^|\/)(?:node_modules|dist|build|\.(?:astro|next|nuxt|output|react-router|svelte-kit|vite))\//;
/** The configuration of Vite, in apps that Vite only serves. */
const VITE_CONFIG = /\/vite\.config\.\w+$/;
/** Matches the package in a file: its name, or the address of one of its files. */
const PACKAGE_NAMES = /["']\/?platform-session(?:\/(?:dist\/)?([\w/-]+))?(?:\.js)?["']/g;

/** Returns the records of all tools, as the tables have them. */
export const readResults = () => (existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, "utf8")) : {});

/**
 * Fails where the record of this tool differs from the results. `wasm`: whether the page requested the WebAssembly as a file, or `null` if it runs
 * none. `policy`: what was allowed besides the strict policy, "" for nothing, or `null` without a policy. `imports`: the subpaths that the app
 * imports (". ./react"); by default those in its files.
 */
export function assertSeen(tool, { wasm = null, policy = null, imports }) {
  const { packages, app, isUnbuilt } = TOOLS[tool];
  const seen = {
    versions: Object.fromEntries(packages.map((name) => [name, versionOf(name)])),
    imports: imports ?? importsOf(app, isUnbuilt),
    wasm,
    policy,
  };
  const note = `${DIFFERENCES}${tool.replaceAll(/\W+/g, "-")}.json`;
  rmSync(note, { force: true });
  try {
    assert.deepEqual(seen, readResults()[tool]);
  } catch (error) {
    mkdirSync(DIFFERENCES, { recursive: true });
    writeFileSync(note, JSON.stringify({ [tool]: seen }));
    const message = `the record of ${tool} differs from results.json. If the new one is right: npm run docs`;
    throw new Error(message, { cause: error });
  }
}

/** Moves the records that differ into the results. */
export function gatherResults() {
  if (!existsSync(DIFFERENCES)) return;
  const results = readResults();
  for (const name of readdirSync(DIFFERENCES))
    Object.assign(results, JSON.parse(readFileSync(DIFFERENCES + name, "utf8")));
  const known = Object.keys(TOOLS).filter((tool) => tool in results);
  const lines = known.map((tool) => `  ${JSON.stringify(tool)}: ${JSON.stringify(results[tool])}`);
  writeFileSync(RESULTS, `{\n${lines.join(",\n")}\n}\n`);
  rmSync(DIFFERENCES, { recursive: true });
}

const versionOf = (name) => JSON.parse(readFileSync(`${frameworks}${name}/package.json`, "utf8")).version;

/** Returns the subpaths of the package that the files of an app name, as ". ./react". */
function importsOf(app, isUnbuilt = false) {
  const files = readdirSync(join(examples, app), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map(({ parentPath, path = parentPath, name }) => join(path, name))
    .filter((path) => !GENERATED.test(path.slice(examples.length)))
    .filter((path) => !isUnbuilt || !VITE_CONFIG.test(path));
  const matches = files.flatMap((path) => [...readFileSync(path, "utf8").matchAll(PACKAGE_NAMES)]);
  const subpaths = matches.map(([, name = "index"]) => (name === "index" ? "." : `./${name}`));
  return [...new Set(subpaths)].sort().join(" ");
}
