import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createReady } from "../../pkg/entry/ready.js";

describe("ready", () => {
  it("is one promise, which resolves with the first snapshot that is known", async () => {
    const ready = createReady();
    const asked = ready.promise();
    ready.resolve("first");
    ready.resolve("second");
    assert.equal(ready.promise(), asked);
    assert.equal(await asked, "first");
  });

  it("rejects where the module did not come, and gives the next outcome to the callers after it", async () => {
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

  it("rejects at once where no outcome comes any more", async () => {
    const ready = createReady();
    ready.fail("barred", true);
    await assert.rejects(ready.promise(), (error) => error === "barred");
  });

  it("leaves its outcome to who has it", async () => {
    const ready = createReady();
    const held = ready.promise();
    ready.resolve("known");
    ready.fail("closed", true);
    assert.equal(await held, "known");
    await assert.rejects(ready.promise(), (error) => error === "closed");
  });
});
