import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createReady } from "../../pkg/entry/ready.js";

describe("ready", () => {
  it("rejects where the module did not load, and has the next outcome for later callers", async () => {
    const ready = createReady();
    const early = ready.promise();
    ready.fail("unavailable", false);
    const between = ready.promise();
    ready.fail("unavailable again", false);
    const late = ready.promise();
    ready.resolve("known");
    assert.deepEqual(
      (await Promise.allSettled([early, between, late])).map(({ value, reason }) => value ?? reason),
      ["unavailable", "unavailable again", "known"],
    );
  });
});
