// How `npm test` counts the tests of Playwright Test.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { playwrightCounts } from "../../scripts/test/runners.mjs";

const FILES = ["tests/e2e/one.test.mjs", "tests/e2e/two.test.mjs"];
/** Returns the part of a JSON report about a file with one test. */
const suiteOf = (file, ok = true) => ({
  file,
  specs: [],
  suites: [{ specs: [{ title: "a", ok, tests: [{ results: [{ error: { message: "broken" } }] }] }] }],
});
/** Returns what is counted in a JSON report, where these `FILES` were to run. */
const counts = ({ suites, errors = [], expected = suites.length }) =>
  playwrightCounts(JSON.stringify({ stats: { expected, skipped: 0 }, suites, errors }), FILES);

describe("The counts of Playwright Test", () => {
  it("name each failed test, and its error", () => {
    const suites = [suiteOf(FILES[0]), suiteOf(FILES[1], false)];
    const { passed, failed, failures } = counts({ suites, expected: 1 });
    assert.deepEqual([passed, failed], [1, 1]);
    assert.deepEqual(failures, [{ name: "a", file: FILES[1], message: "broken", trace: undefined }]);
  });

  it("have a failure for a file without a test, which Playwright ignores", () => {
    const { failed, failures } = counts({ suites: [suiteOf(FILES[0])] });
    assert.deepEqual([failed, failures[0].file], [1, FILES[1]]);
  });

  it("have one failure for a file that could not be loaded", () => {
    const errors = [{ message: "broken", location: { file: FILES[1] } }];
    const { failed, failures } = counts({ suites: [suiteOf(FILES[0])], errors });
    assert.deepEqual([failed, failures[0].message], [1, "broken"]);
  });
});
