// The guides' one line for the inspector: it is in a build for development, and nothing of it in one for production.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { test } from "../e2e/support/scenario.mjs";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { consumers, examples, installed, repository } from "./support/places.mjs";
import { linkPackages } from "./support/served-app.mjs";

/** What the panel's host is called, and the symbol by which it finds a session's gates from its own module. */
const ITS_OWN = /platform-session-inspector|previewable|Session inspector/;

/** All that Vite makes of an app. */
const built = (app, env, cwd = examples + app) =>
  filesOf(`${app}-${env}`, (folder) =>
    command(
      "npx",
      ["--no-install", "vite", "build", "--logLevel", "warn", "--outDir", folder, "--emptyOutDir"],
      { cwd, env: { NODE_ENV: env } },
    ),
  );

/** All that `build` puts into a folder. */
async function filesOf(name, build) {
  await installConsumers();
  const folder = `${repository}target/consumers-inspector-${name}/`;
  rmSync(folder, { recursive: true, force: true });
  await build(folder);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.map(({ name, parentPath }) => [name, readFileSync(`${parentPath}/${name}`, "utf8")]);
}

const withIt = (files) =>
  files.filter(([name, text]) => ITS_OWN.test(name) || ITS_OWN.test(text)).map(([name]) => name);

for (const app of ["react", "vue", "solid"])
  test(`a production build of the example ${app} has nothing of the inspector, and one for development has it`, async () => {
    const production = await built(app, "production");
    assert.ok(production.some(([name]) => name.endsWith(".js")));
    assert.deepEqual(withIt(production), []);
    assert.equal(withIt(await built(app, "development")).length, 1);
  });

test("what Angular's own server builds has the inspector, and a production build nothing of it", async () => {
  await installConsumers();
  linkPackages("angular");
  const cwd = `${examples}angular`;
  const { serve } = JSON.parse(readFileSync(`${cwd}/angular.json`, "utf8")).projects.app.architect;
  const of = (target) =>
    filesOf(`angular-${target.replaceAll(":", "-")}`, (folder) =>
      command("npx", ["--no-install", "ng", "run", target, `--output-path=${folder}`], { cwd }),
    );
  assert.ok(withIt(await of(serve.options.buildTarget)).length > 0);
  assert.deepEqual(withIt(await of("app:build")), []);
});

test("a production build of a page that previews has nothing of the inspector, and one for development has it", async () => {
  const production = await built("previewed", "production", `${consumers}previewed`);
  assert.ok(production.some(([name]) => name.endsWith(".js")));
  assert.deepEqual(withIt(production), []);
  assert.ok(withIt(await built("previewed", "development", `${consumers}previewed`)).length > 0);
});

test("nothing that the package exports but the inspector itself has anything of it", async () => {
  await installConsumers();
  const files = ["index.js", ...readdirSync(`${installed}dist`).map((name) => `dist/${name}`)].filter(
    (name) => /\.c?js$/.test(name),
  );
  const texts = files.map((name) => [name, readFileSync(installed + name, "utf8")]);
  assert.deepEqual(withIt(texts), ["dist/inspector.js"]);
});
