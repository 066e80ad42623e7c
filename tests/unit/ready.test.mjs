import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createReady } from "../../pkg/entry/ready.js";

describe("ready", () => {
  it("is one promise, which resolves with the first snapshot that is known", async () => {
    const ready = createReady();
    const asked = ready.promise();
    ready.renew();
    ready.resolve("first");
    ready.resolve("second");
    assert.equal(ready.promise(), asked);
    assert.equal(await asked, "first");
  });

  it("rejects while the module cannot run, and gives the new outcome to those who ask once it does", async () => {
    const ready = createReady();
    const early = ready.promise();
    ready.fail("unavailable");
    const between = ready.promise();
    ready.renew();
    const late = ready.promise();
    ready.resolve("known");
    assert.deepEqual(
      (await Promise.allSettled([early, between, late])).map(({ value, reason }) => value ?? reason),
      ["unavailable", "unavailable", "known"],
    );
  });

  it("leaves its outcome to who has it", async () => {
    const ready = createReady();
    const held = ready.promise();
    ready.resolve("known");
    ready.fail("closed");
    assert.equal(await held, "known");
    await assert.rejects(ready.promise(), (error) => error === "closed");
  });
});
