// Builds the package for a release, builds it once more to compare the bytes, packs it twice, and tests it in three consumers. It prints what
// would be published, and what prevents it.
//
//   npm run release                does not publish
//   npm run release -- --publish   publishes the tested tarball, if nothing prevents it

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { integrities, integrityOf } from "./build/integrity.mjs";
import { buildOnceMore } from "./build/once-more.mjs";
import { check } from "./check.mjs";
import { exampleManifests } from "./docs/example-manifests.mjs";
import { packageDirectory, readProjectFile, root } from "./run/project.mjs";
import { main, outputOf, run, StepFailed, step } from "./run/run.mjs";
import { setup } from "./setup.mjs";
import { runSuiteOf } from "./test/suites.mjs";

/** The consumer tests of a release: Node and linters of packages; bundlers; an app of a framework. */
const CONSUMERS = ["consumers/package", "consumers/bundlers", "consumers/react.test"];
const FOLDER = join(root, "target/release-tarball");

await main(import.meta, async (options) => {
  const { name, version } = JSON.parse(readFileSync(join(packageDirectory, "package.json"), "utf8"));
  await setup({ browser: true });
  await check();
  await buildOnceMore();
  const tarball = await step("Packing, twice", packTwice);
  await proveInConsumers();
  const obstacles = await obstaclesTo(version);
  printSummary(name, version, tarball, obstacles);
  if (!options.includes("--publish")) return;
  if (obstacles.length > 0) throw new StepFailed(`Nothing is published: ${obstacles.join("; ")}.`);
  await step("Publishing", () => run("npm", ["publish", tarball.path], { cwd: FOLDER }));
});

/** Packs the package twice, and fails if the bytes differ. Returns the first tarball. */
async function packTwice() {
  const packed = [];
  for (const attempt of ["first", "second"]) {
    const folder = join(FOLDER, attempt);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const output = await outputOf("npm", ["pack", "--json", "--pack-destination", folder], {
      cwd: packageDirectory,
    });
    const [{ filename, files }] = Object.values(JSON.parse(output.slice(output.search(/^[[{]/m))));
    const path = join(folder, filename);
    packed.push({ path, files, integrity: integrityOf(path) });
  }
  const [first, second] = packed;
  if (first.integrity !== second.integrity)
    throw new StepFailed("The package was packed to different bytes.");
  return first;
}

async function proveInConsumers() {
  const totals = { passed: 0, failed: 0, suites: {}, others: [], failures: [] };
  for (const pattern of CONSUMERS) await runSuiteOf("consumers", totals, { pattern });
  if (totals.failed > 0) throw new StepFailed(totals.failures.join("\n"));
}

/** Returns the reasons why this version cannot be published. */
async function obstaclesTo(version) {
  const changes = await outputOf("git", ["status", "--porcelain"]);
  const tags = await outputOf("git", ["tag", "--list", `v${version}`]);
  const hasEntry = readProjectFile("CHANGELOG.md").includes(`\n## [${version}]`);
  return [
    changes !== "" && "there are changes that are not committed",
    tags !== "" && `there is a tag v${version} already`,
    !hasEntry && `CHANGELOG.md has no entry for ${version}`,
    exampleManifests().some(({ text, made }) => text !== made) &&
      "the examples name other versions: npm run docs takes them over",
  ].filter(Boolean);
}

function printSummary(name, version, { path, files, integrity }, obstacles) {
  console.log(`\n${name} ${version}, ${files.length} files`);
  for (const { path, size } of files) console.log(`  ${String(size).padStart(8)}  ${path}`);
  console.log(`\ntarball ${integrity}`);
  for (const [file, value] of Object.entries(integrities())) console.log(`${file} ${value}`);
  console.log(`\nIt would run: npm publish ${relative(root, path)}`);
  for (const obstacle of obstacles) console.log(`In the way: ${obstacle}.`);
}
