// Every block of code in the documents is code that a test builds or runs.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { codeOf } from "../e2e/support/documents.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const examples = join(root, "examples");
const read = (path) => readFileSync(join(root, path), "utf8");

const DOCUMENTS = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];

/** A guide is a document of an example's name. Its app, and others of that framework, are folders that begin with it. */
const GUIDES = DOCUMENTS.map((path) => /^docs\/(.*)\.md$/.exec(path)?.[1]).filter(
  (name) => name && existsSync(join(examples, name)),
);

/** A link to a file of an example or of a consumers' test, and the block of code below it. */
const BLOCK = /\[`[^`]+`\]\(\.\.\/((?:examples|tests\/consumers)\/[^)]+)\)[^\n]*\n+```\w+\n([\s\S]*?)\n```/g;

/** The number of blocks without such a link, by document and by the test that takes them out of the document and runs them. */
const RUN_BY_TESTS = {
  "README.md": { "tests/e2e/documents/pages.test.mjs": 1 },
  "docs/requests.md": { "tests/e2e/documents/pages.test.mjs": 1 },
  "docs/single-sign-on.md": { "tests/e2e/documents/pages.test.mjs": 1 },
  "docs/bundlers.md": { "tests/consumers/import-map.test.mjs": 1 },
  "docs/deploying.md": {
    "tests/e2e/documents/pages.test.mjs": 2,
    "tests/consumers/headers.test.mjs": 3,
    "tests/consumers/without-wasm.test.mjs": 1,
    "tests/consumers/proxies.test.mjs": 2,
  },
};

describe("The guides", () => {
  it("are found", () => {
    for (const name of ["getting-started", "react", "next", "vue", "solid"])
      assert.ok(GUIDES.includes(name), name);
  });

  for (const name of GUIDES) {
    it(`${name}.md shows the code of its app, and no other`, () => {
      const blocks = blocksOf(`docs/${name}.md`);
      assert.ok(blocks.length > 0);
      for (const { path } of blocks) assert.ok(path.startsWith(`examples/${name}`), path);
    });
  }
});

describe("Every block of code", () => {
  for (const document of DOCUMENTS) {
    it(`in ${document} is in a file that a test builds, or is run by a test`, () => {
      const blocks = blocksOf(document);
      for (const { path, code } of blocks) assertShown(path, code);
      const tests = RUN_BY_TESTS[document] ?? {};
      for (const test of Object.keys(tests)) assert.ok(read(test).includes(document), `${test} takes it`);
      const runs = Object.values(tests).reduce((sum, count) => sum + count, 0);
      assert.equal(
        codeOf(document).length,
        blocks.length + runs,
        "a block has neither a link above it nor a test",
      );
    });

    it(`in ${document} says which language it is`, () => {
      const fences = read(document).match(/^```.*$/gm) ?? [];
      const opening = fences.filter((_, number) => number % 2 === 0);
      assert.deepEqual(
        opening.filter((fence) => fence === "```"),
        [],
      );
    });
  }

  it("in pkg/README.md is also in a guide, or in an app", () => {
    const shown = DOCUMENTS.flatMap((document) => codeOf(document));
    const names = read("tests/consumers/types/names.ts");
    for (const code of codeOf("pkg/README.md")) assert.ok(shown.includes(code) || names.includes(code), code);
  });
});

function blocksOf(document) {
  return [...read(document).matchAll(BLOCK)].map(([, path, code]) => ({ path, code }));
}

function assertShown(path, code) {
  const file = join(root, path);
  assert.ok(existsSync(file) && statSync(file).isFile(), path);
  assert.ok(readFileSync(file, "utf8").includes(code), `${path} has these lines:\n${code}`);
}
