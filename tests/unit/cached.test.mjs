import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, mock } from "node:test";
import { fileURLToPath } from "node:url";
import { unlessUnchanged } from "../../scripts/test/cached.mjs";

/** A file of the project that no commit has, and that is not ignored. */
const INPUT = fileURLToPath(new URL("cached-input.txt", import.meta.url));

describe("A suite that is unchanged", () => {
  const folder = mkdtempSync(join(tmpdir(), "platform-session-"));
  // Node's runner takes results from where a test file prints, and is misled now and then by letters beyond ASCII.
  before(() => mock.method(console, "log", () => {}));
  after(() => {
    mock.restoreAll();
    rmSync(folder, { recursive: true });
    rmSync(INPUT, { force: true });
  });

  /** Whether each of these, in turn, runs the suite. */
  async function runs(name, ...steps) {
    const ran = [];
    for (const { contents = "", anew = false, fails = false } of steps) {
      writeFileSync(INPUT, contents);
      const totals = { passed: 0, failed: 0, cached: 0, others: [], failures: [], anew };
      let began = false;
      const suite = async (own) => {
        began = true;
        own.passed += 2;
        own.others.push("told");
        if (fails) throw new Error("a test failed");
      };
      const inputs = ["tests/unit/cached-input.txt"];
      await unlessUnchanged({ name, inputs }, totals, suite, join(folder, "notes.json")).catch(() => {});
      assert.equal(totals.passed, 2, "it counts either way");
      assert.deepEqual([totals.cached, totals.others], began ? [0, ["told"]] : [2, ["told (cached)"]]);
      ran.push(began);
    }
    return ran;
  }

  it("is not run again", async () => assert.deepEqual(await runs("same", {}, {}), [true, false]));

  it("is run again once a file differs, and where that is asked for", async () => {
    assert.deepEqual(await runs("other", {}, { contents: "other" }, {}, { anew: true }), [
      true,
      true,
      true,
      true,
    ]);
  });

  it("is run again after it failed", async () => {
    assert.deepEqual(await runs("failed", { fails: true }, {}, {}), [true, true, false]);
  });
});
