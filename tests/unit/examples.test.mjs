// Every example is found, says what it shows, and is started by one command.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { exampleNames, startCommand } from "../../scripts/example.mjs";

const examples = fileURLToPath(new URL("../../examples", import.meta.url));
const read = (path) => readFileSync(join(examples, path), "utf8");
const READ_ME_LINES = 20;
/** Packages with a command of another name. */
const COMMANDS = { ng: "@angular/cli", "react-router": "@react-router/dev", playwright: "@playwright/test" };

const names = exampleNames();
const { dependencies, devDependencies } = JSON.parse(read("package.json"));

describe("An example", () => {
  it("is there for each kind of framework", () => {
    for (const name of ["react", "vue-nuxt", "angular", "elements", "testing/jest"])
      assert.ok(names.includes(name), name);
  });

  for (const name of names) {
    it(`${name} says its one command in its README, and stands in the table of all`, () => {
      const folder = existsSync(join(examples, name, "README.md")) ? name : dirname(name);
      const text = read(join(folder, "README.md"));
      assert.ok(text.split("\n").includes(`$ npm run example -- ${name}`));
      assert.match(text, /^The guide: \[[^\]]+\]\([^)]+\)\.$/m);
      assert.ok(text.trimEnd().split("\n").length <= READ_ME_LINES, "short");
      assert.ok(read("README.md").includes(`[\`${folder}\`](${folder})`));
    });

    it(`${name} is started by a tool that is pinned, or by a file that is there`, () => {
      const [tool, path] = startCommand(name).split(" ");
      if (tool === "node") assert.ok(existsSync(join(examples, name, path)), path);
      else assert.ok((COMMANDS[tool] ?? tool) in { ...dependencies, ...devDependencies }, tool);
    });
  }
});
