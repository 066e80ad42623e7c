import assert from "node:assert/strict";
import { openBare } from "../support/bare-page.mjs";
import { SESSION } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

scenario(
  "ready is one promise, and resolves with the first known snapshot",
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    const found = await page.evaluate(async () => {
      const { ready } = session;
      const first = await session.ready;
      await session.refresh();
      return {
        same: ready === session.ready,
        first: first === seen.snapshots.find(({ status }) => status !== "unknown"),
        again: (await session.ready) === first,
      };
    });
    assert.deepEqual(found, { same: true, first: true, again: true });
  },
);

scenario("ready waits out a failure", async ({ context, deployment, control }) => {
  await control.faults({ method: "GET", path: SESSION, times: 1, status: 503 });
  const page = await openBare(context, deployment);
  assert.equal(await page.evaluate(() => session.ready.then(({ status }) => status)), "unauthenticated");
});

scenario("ready rejects once the session is closed first", async ({ context, deployment, control }) => {
  await control.faults({ method: "GET", path: SESSION, times: 1, drop: "hang" });
  const page = await openBare(context, deployment);
  const { error } = await page.evaluate(() => {
    session.close();
    return bare.outcome(session.ready);
  });
  assert.deepEqual([error.name, error.code], ["SessionError", "closed"]);
});
