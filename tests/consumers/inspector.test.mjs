// The guides' line for the inspector: a development build has the inspector, a production build nothing of it.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { test } from "../e2e/support/scenario.mjs";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { consumers, examples, installed, repository } from "./support/places.mjs";
import { linkPackages } from "./support/served-app.mjs";

/** Names that only the inspector's code has. */
const INSPECTOR_NAMES = /platform-session-inspector|previewable|Session inspector/;

/** Builds an app with Vite, and returns its files as [name, text]. */
const build = (app, env, cwd = examples + app) =>
  filesOf(`${app}-${env}`, (folder) =>
    command(
      "npx",
      ["--no-install", "vite", "build", "--logLevel", "warn", "--outDir", folder, "--emptyOutDir"],
      { cwd, env: { NODE_ENV: env } },
    ),
  );

/** Calls `buildInto(folder)` with an empty folder, and returns the files in it, as [name, text]. */
async function filesOf(name, buildInto) {
  await installConsumers();
  const folder = `${repository}target/consumers-inspector-${name}/`;
  rmSync(folder, { recursive: true, force: true });
  await buildInto(folder);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.map(({ name, parentPath }) => [name, readFileSync(`${parentPath}/${name}`, "utf8")]);
}

/** Returns the names of the files that contain the inspector's code. */
const withInspector = (files) =>
  files
    .filter(([name, text]) => INSPECTOR_NAMES.test(name) || INSPECTOR_NAMES.test(text))
    .map(([name]) => name);

for (const app of ["react", "vue", "solid"])
  test(`a production build of the example ${app} has nothing of the inspector, and one for development has it`, async () => {
    const production = await build(app, "production");
    assert.ok(production.some(([name]) => name.endsWith(".js")));
    assert.deepEqual(withInspector(production), []);
    assert.equal(withInspector(await build(app, "development")).length, 1);
  });

test("the build of Angular's development server has the inspector, and a production build nothing of it", async () => {
  await installConsumers();
  linkPackages("angular");
  const cwd = `${examples}angular`;
  const { serve } = JSON.parse(readFileSync(`${cwd}/angular.json`, "utf8")).projects.app.architect;
  const filesOfTarget = (target) =>
    filesOf(`angular-${target.replaceAll(":", "-")}`, (folder) =>
      command("npx", ["--no-install", "ng", "run", target, `--output-path=${folder}`], { cwd }),
    );
  assert.ok(withInspector(await filesOfTarget(serve.options.buildTarget)).length > 0);
  assert.deepEqual(withInspector(await filesOfTarget("app:build")), []);
});

test("a production build of a page with `previewable` has nothing of the inspector, and one for development has it", async () => {
  const production = await build("previewed", "production", `${consumers}previewed`);
  assert.ok(production.some(([name]) => name.endsWith(".js")));
  assert.deepEqual(withInspector(production), []);
  assert.ok(withInspector(await build("previewed", "development", `${consumers}previewed`)).length > 0);
});

test("no other file of the package has the inspector's code", async () => {
  await installConsumers();
  const files = ["index.js", ...readdirSync(`${installed}dist`).map((name) => `dist/${name}`)].filter(
    (name) => /\.c?js$/.test(name),
  );
  const texts = files.map((name) => [name, readFileSync(installed + name, "utf8")]);
  assert.deepEqual(withInspector(texts), ["dist/inspector.js"]);
});
