// The WebAssembly memory of a closed session.

import assert from "node:assert/strict";
import { known, openBare } from "../support/bare-page.mjs";
import { collectGarbage } from "../support/heap.mjs";
import { AGENTS } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

const SESSIONS = 30;

/** Returns the number of WebAssembly memories of the page. */
async function countMemories(cdp) {
  const { result } = await cdp.send("Runtime.evaluate", { expression: "WebAssembly.Memory.prototype" });
  const { objects } = await cdp.send("Runtime.queryObjects", { prototypeObjectId: result.objectId });
  const functionDeclaration = "function () { return this.length; }";
  const counted = await cdp.send("Runtime.callFunctionOn", {
    objectId: objects.objectId,
    functionDeclaration,
  });
  await cdp.send("Runtime.releaseObject", { objectId: objects.objectId });
  return counted.result.value;
}

test(
  "the memory of a closed session is collected",
  scenario(async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await known(page);
    const cdp = await context.newCDPSession(page);
    assert.equal(await countMemories(cdp), 1, "that of the open session");
    await page.evaluate(
      async ([sessions, path]) => {
        for (let number = 0; number < sessions; number += 1) {
          const { session } = bare.start({ tabs: number % 2 === 0 });
          // Closed before the module is loaded, once it runs, or after a request.
          if (number % 3 > 0) await session.ready;
          if (number % 3 > 1) await (await session.fetch(path)).text();
          session.close();
        }
      },
      [SESSIONS, AGENTS],
    );
    let left;
    // Two may be left: that of the open session, and that of the newest closed one, which a register may still hold.
    for (let time = 0; time < 5 && !(left <= 2); time += 1) {
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
      await collectGarbage(cdp);
      left = await countMemories(cdp);
    }
    assert.ok(left <= 2, `${left} memories after ${SESSIONS} closed sessions`);
  }),
);
