import assert from "node:assert/strict";
import { openBare } from "../support/bare-page.mjs";
import { assertNoSession } from "../support/no-session.mjs";
import { scenario, test } from "../support/scenario.mjs";

for (const [where, kind] of [
  ["a worker", "Worker"],
  ["a shared worker", "SharedWorker"],
]) {
  test(
    `in ${where} every call of a session rejects with closed, a warning says why, and no request is sent`,
    scenario(async ({ context, deployment, control }) => {
      const page = await openBare(context, deployment, { idle: true });
      const [plain, hydrated, warnings] = await page.evaluate((kind) => {
        // The site's policy demands trusted types.
        const policy = trustedTypes.createPolicy("tests", { createScriptURL: (text) => text });
        const worker = new globalThis[kind](policy.createScriptURL("./worker.js"), { type: "module" });
        return new Promise((resolve, reject) => {
          (worker.port ?? worker).onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message ?? "The worker failed."));
        });
      }, kind);
      assertNoSession(plain);
      assertNoSession(hydrated, { initial: true });
      assert.deepEqual(await control.log(), []);
      assert.equal(warnings[0], "platform-session: no session in a worker");
    }),
  );
}
