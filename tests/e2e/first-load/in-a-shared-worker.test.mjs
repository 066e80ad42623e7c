import assert from "node:assert/strict";
import { openBare } from "../support/bare-page.mjs";
import { assertNoSession } from "../support/no-session.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

scenario(
  "in a shared worker no session runs, which is said: every member ends, as closed, and nothing is asked",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment, { idle: true });
    const [plain, hydrated, said] = await page.evaluate(() => {
      // The site's policy wants the address of a script to be vouched for.
      const policy = trustedTypes.createPolicy("tests", { createScriptURL: (text) => text });
      const worker = new SharedWorker(policy.createScriptURL("./shared-worker.js"), { type: "module" });
      return new Promise((resolve, reject) => {
        worker.port.onmessage = ({ data }) => resolve(data);
        worker.onerror = () => reject(new Error("The worker failed."));
      });
    });
    assertNoSession(plain);
    assertNoSession(hydrated, { initial: true });
    assert.deepEqual(await control.log(), []);
    assert.equal(said[0], "platform-session: no session in a worker");
  },
);
