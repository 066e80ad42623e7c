// A page whose WebAssembly is on its way has opened its gates on the first answer: what other tabs say counts there too.

import assert from "node:assert/strict";
import { eventsOf, gatesOf, openBare, signIn, snapshotOf, snapshotsOf } from "../support/bare-page.mjs";
import { closedGates, FEATURES } from "../support/features.mjs";
import { stage } from "../support/stage.mjs";
import { untilShown } from "../support/two-tabs.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

scenario(
  "a sign-out in another tab closes at once what the first answer opened, and the module opens nothing of it",
  async ({ context, deployment }) => {
    const there = await openBare(context, deployment);
    await signIn(there, "ada");
    const here = await openBare(context, deployment, { idle: true });
    await here.evaluate(async () => {
      globalThis.held = await bare.holdModule();
      globalThis.seen = bare.start({ wasm: held.wasm });
      globalThis.session = seen.session;
    });
    await untilShown(here, "authenticated");
    const opened = (await snapshotsOf(here)).length;
    await there.evaluate(() => session.logout());
    await until("the gates to close", async () => (await snapshotOf(here)).user === null);
    assert.equal((await gatesOf(here, ["chat-history"]))["chat-history"].can, false);
    await here.evaluate(() => held.release());
    await untilShown(here, "unauthenticated");
    assert.ok((await snapshotsOf(here)).slice(opened).every(({ user }) => user === null));
    assert.deepEqual(await gatesOf(here, FEATURES), closedGates("denied"));
    assert.deepEqual(await eventsOf(here, "signed-in"), []);
  },
);
