// The command that `npm test` prints for a failed test.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { aloneInFile } from "../../scripts/test/runners.mjs";

describe("The command that runs a test alone", () => {
  it("names the test file and the test", () => {
    const file = "tests/unit/gate.test.mjs";
    assert.equal(aloneInFile({ file, name: "a user's gate" }), `npm test -- ${file} 'a user'\\''s gate'`);
  });

  it("names the file where no test of it ran", () => {
    assert.equal(aloneInFile({ file: "tests/unit/gate.test.mjs" }), "npm test -- tests/unit/gate.test.mjs");
  });

  it("names the folder where a module registers the tests of several files", () => {
    assert.equal(
      aloneInFile({ file: "tests/engines/stage.mjs", name: "a" }),
      "npm test -- tests/engines 'a'",
    );
  });
});
