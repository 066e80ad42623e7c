// How `npm test` counts the tests of node:test.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const REPORTER = fileURLToPath(new URL("../../scripts/test/node-reporter.mjs", import.meta.url));

describe("The counts of node:test", () => {
  const folder = mkdtempSync(join(tmpdir(), "platform-session-"));
  after(() => rmSync(folder, { recursive: true }));

  /** Returns the counts that the reporter prints for a test file with this code. */
  function countsOf(code) {
    const name = "made.test.mjs";
    writeFileSync(join(folder, name), `import { before, describe, it } from "node:test";\n${code}`);
    // With this variable, the process would report to the runner of this file.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const args = ["--test", `--test-reporter=${REPORTER}`, "--test-reporter-destination=stdout", name];
    return JSON.parse(spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" }).stdout);
  }

  it("have each test once, and none of the groups that hold them", () => {
    const counts = countsOf(
      `describe("group", () => { it("a", () => {}); it("b", { skip: true }, () => {}); });`,
    );
    assert.deepEqual(counts, { passed: 1, failed: 0, skipped: 1, failures: [] });
  });

  it("name each failed test, and its error", () => {
    const { failed, failures } = countsOf(
      `describe("group", () => { it("a", () => { throw new Error("broken"); }); it("b", () => {}); });`,
    );
    assert.equal(failed, 1);
    assert.deepEqual(failures, [{ name: "a", file: "made.test.mjs", message: "broken" }]);
  });

  for (const [what, code] of [
    ["that could not be loaded", `throw new Error("broken");`],
    ["that has no test", ""],
    ["whose preparation failed", `before(() => { throw new Error("broken"); }); it("a", () => {});`],
    [
      "with a group whose preparation failed",
      `describe("group", () => { before(() => { throw new Error(); }); it("a", () => {}); });`,
    ],
  ])
    it(`have a failure for a file ${what}`, () => {
      const { passed, failed, failures } = countsOf(code);
      assert.equal(passed, 0);
      assert.ok(failed >= 1);
      assert.equal(failures[0].file, "made.test.mjs");
    });
});
