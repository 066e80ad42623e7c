// A sign-out that is called while the WebAssembly's file is not to be had.

import assert from "node:assert/strict";
import { openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { LOGOUT } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";
import { untilShown } from "../support/two-tabs.mjs";

const { scenario } = stage();

const ends = {
  "its session is closed": (page) => page.evaluate(() => session.close()),
  "its page goes": (page) => page.goto("about:blank"),
};
for (const [when, end] of Object.entries(ends)) {
  scenario(
    `one that the module did not come for has reached the deployment by the time that ${when}`,
    async ({ context, deployment, control, watch }) => {
      const there = await openBare(context, deployment);
      await signIn(there, "ada");
      await there.close();
      const page = await openBare(context, deployment, { idle: true });
      await page.evaluate(() => {
        globalThis.seen = bare.start({ wasm: "/no-such-file.wasm" });
        globalThis.session = seen.session;
      });
      await control.clearLog();
      const { error } = await page.evaluate(() => bare.outcome(session.logout()));
      assert.equal(error.code, "wasm-unavailable");
      await watch.quiet();
      await end(page);
      await watch.quiet();
      assert.equal((await control.requests("POST", LOGOUT)).length, 1);
      const next = await openBare(context, deployment);
      await untilShown(next, "unauthenticated");
      assert.equal((await snapshotOf(next)).user, null);
    },
  );
}
