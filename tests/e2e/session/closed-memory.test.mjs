// What a closed session keeps of its WebAssembly.

import assert from "node:assert/strict";
import { known, openBare } from "../support/bare-page.mjs";
import { collectGarbage } from "../support/heap.mjs";
import { AGENTS } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

const SESSIONS = 30;

/** Returns how many memories of WebAssembly the page has. */
async function memories(cdp) {
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
  "a closed session lets go of its memory at once",
  scenario(async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await known(page);
    const cdp = await context.newCDPSession(page);
    assert.equal(await memories(cdp), 1, "the open session's");
    await page.evaluate(
      async ([sessions, path]) => {
        for (let made = 0; made < sessions; made += 1) {
          const { session } = bare.start({ tabs: made % 2 === 0 });
          // Sessions are closed in turn before the module is there, once it runs, and after a request.
          if (made % 3 > 0) await session.ready;
          if (made % 3 > 1) await (await session.fetch(path)).text();
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
      left = await memories(cdp);
    }
    assert.ok(left <= 2, `${left} memories after ${SESSIONS} closed sessions`);
  }),
);
