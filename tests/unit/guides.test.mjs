// The guides' code is the consumer apps' code: what is shown has been built and driven in a browser.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { codeOf } from "../e2e/support/documents.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const apps = join(root, "tests/consumers");

/** A guide is a document of an app's name. Its app, and others of that framework, are folders that begin with it. */
const GUIDES = readdirSync(join(root, "docs"))
  .map((file) => /^(.*)\.md$/.exec(file)?.[1])
  .filter((name) => name && existsSync(join(apps, name)));

/** A document of another name, and the apps that it shows parts of. */
const OF_SEVERAL = { bundlers: ["bundled", "script", "import-map", "astro"] };

/** A link to a file of an app, and the block of code below it. */
const BLOCK = /\[`[^`]+`\]\(\.\.\/tests\/consumers\/([^)]+)\)[^\n]*\n+```\w+\n([\s\S]*?)\n```/g;

/** Documents whose code a test takes out of them and runs: how many blocks, by that test's file. */
const RUN = {
  "README.md": { "tests/e2e/documents/pages.test.mjs": 1 },
  "docs/requests.md": { "tests/e2e/documents/pages.test.mjs": 1 },
  "docs/single-sign-on.md": { "tests/e2e/documents/pages.test.mjs": 1 },
  "docs/deploying.md": { "tests/e2e/documents/pages.test.mjs": 1, "tests/consumers/proxies.test.mjs": 3 },
};

describe("The guides", () => {
  it("there are some", () => {
    for (const name of ["react", "next", "vue", "solid"]) assert.ok(GUIDES.includes(name), name);
  });

  for (const name of GUIDES) {
    it(`${name}.md shows the code of its app, and no other`, () => {
      const text = readFileSync(join(root, "docs", `${name}.md`), "utf8");
      const blocks = blocksOf(text);
      assert.ok(blocks.length > 0);
      assert.equal(
        blocks.length,
        codeOf(`docs/${name}.md`).length,
        "each block stands below a link to its file",
      );
      for (const { path, code } of blocks) {
        assert.ok(path.startsWith(name), path);
        assertShown(path, code);
      }
    });
  }

  for (const [name, shown] of Object.entries(OF_SEVERAL)) {
    it(`${name}.md shows the code of its apps`, () => {
      const blocks = blocksOf(readFileSync(join(root, "docs", `${name}.md`), "utf8"));
      for (const { path, code } of blocks) assertShown(path, code);
      const from = new Set(blocks.map(({ path }) => path.split("/")[0]));
      assert.deepEqual([...from].sort(), [...shown].sort());
    });
  }
});

describe("The other documents", () => {
  for (const [document, tests] of Object.entries(RUN)) {
    it(`each block of code in ${document} is run`, () => {
      for (const test of Object.keys(tests))
        assert.ok(readFileSync(join(root, test), "utf8").includes(document), `${test} takes it`);
      const runs = Object.values(tests).reduce((sum, count) => sum + count);
      assert.equal(codeOf(document).length, runs);
    });
  }

  it("the package's README shows no code but what stands in a guide, or in an app", () => {
    const held = ["README.md", ...readdirSync(join(root, "docs")).map((file) => join("docs", file))]
      .filter((file) => file.endsWith(".md"))
      .flatMap((file) => codeOf(file));
    const names = readFileSync(join(apps, "types/names.ts"), "utf8");
    for (const code of codeOf("pkg/README.md")) assert.ok(held.includes(code) || names.includes(code), code);
  });

  it("no further document shows any", () => {
    const known = [...GUIDES, ...Object.keys(OF_SEVERAL)].map((name) => `docs/${name}.md`);
    const others = readdirSync(join(root, "docs"))
      .filter((file) => file.endsWith(".md"))
      .map((file) => `docs/${file}`)
      .filter((document) => !known.includes(document) && !(document in RUN));
    for (const document of others) assert.deepEqual(codeOf(document), [], document);
  });
});

const blocksOf = (text) => [...text.matchAll(BLOCK)].map(([, path, code]) => ({ path, code }));

function assertShown(path, code) {
  const file = join(apps, path);
  assert.ok(existsSync(file) && statSync(file).isFile(), path);
  assert.ok(readFileSync(file, "utf8").includes(code), `${path} has these lines:\n${code}`);
}
