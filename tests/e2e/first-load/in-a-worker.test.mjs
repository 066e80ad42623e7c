import assert from "node:assert/strict";
import { openBare } from "../support/bare-page.mjs";
import { assertNoSession } from "../support/no-session.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

scenario(
  "in a worker no session runs, which is said: every member ends, as closed, and nothing is asked",
  async (given) => {
    const { context, deployment, control, watch } = given;
    const page = await openBare(context, deployment, { idle: true });
    const [plain, hydrated] = await page.evaluate(() => {
      // The site's policy wants the address of a script to be vouched for.
      const policy = trustedTypes.createPolicy("tests", { createScriptURL: (text) => text });
      const worker = new Worker(policy.createScriptURL("./worker.js"), { type: "module" });
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
      });
    });
    assertNoSession(plain);
    assertNoSession(hydrated, { initial: true });
    assert.deepEqual(await control.log(), []);
    const sentence = "platform-session: no session in a worker";
    assert.deepEqual(watch.consoleLines.slice(0, 1), [sentence]);
  },
);
