// The guides' code is the consumer apps' code: what is shown has been built and driven in a browser.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const apps = join(root, "tests/consumers");

/** A guide is a document of an app's name. Its app, and others of that framework, are folders that begin with it. */
const GUIDES = readdirSync(join(root, "docs"))
  .map((file) => /^(.*)\.md$/.exec(file)?.[1])
  .filter((name) => name && existsSync(join(apps, name)));

/** A link to a file of an app, and the block of code below it. */
const BLOCK = /\[`[^`]+`\]\(\.\.\/tests\/consumers\/([^)]+)\)[^\n]*\n+```\w+\n([\s\S]*?)\n```/g;
const SHELL = /^```(?:console|sh)\n[\s\S]*?\n```$/gm;

describe("The guides", () => {
  it("there are some", () => {
    for (const name of ["react", "next", "vue", "solid"]) assert.ok(GUIDES.includes(name), name);
  });

  for (const name of GUIDES) {
    it(`${name}.md shows the code of its app, and no other`, () => {
      const text = readFileSync(join(root, "docs", `${name}.md`), "utf8");
      const blocks = [...text.matchAll(BLOCK)];
      assert.ok(blocks.length > 0);
      assert.equal(
        blocks.length,
        [...text.replace(SHELL, "").matchAll(/^```\w+$/gm)].length,
        "each block stands below a link to its file",
      );
      for (const [, path, code] of blocks) {
        const file = join(apps, path);
        assert.ok(path.startsWith(name) && existsSync(file) && statSync(file).isFile(), path);
        assert.ok(readFileSync(file, "utf8").includes(code), `${path} has these lines:\n${code}`);
      }
    });
  }
});
