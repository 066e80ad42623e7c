// The button that signs out in every engine. All other tests of it run in Chromium alone (`tests/adapters/pages/sign-out-button.test.mjs`).

import assert from "node:assert/strict";
import { signIn } from "../e2e/support/bare-page.mjs";
import { LOGOUT } from "../e2e/support/identity-api.mjs";
import { until } from "../e2e/support/until.mjs";

export function signOutButton(scenario) {
  scenario(
    "a click signs out, another sends a failed sign-out again, and the button is gone once the sign-out is over",
    async ({ deployment, control, open }) => {
      const page = await open(deployment, { idle: true });
      await page.evaluate(async () => {
        const { defineSignOutButton } = await import("/pkg/dist/sign-in-form.js");
        globalThis.seen = bare.start({});
        globalThis.session = seen.session;
        defineSignOutButton(session);
        document.body.append(document.createElement("sign-out-button"));
      });
      const count = () => page.evaluate(() => document.querySelectorAll(".sign-out").length);
      assert.equal(await count(), 0);
      await signIn(page, "ada");
      await until("the button", async () => (await count()) === 1);
      await control.faults({
        method: "POST",
        path: LOGOUT,
        times: 1,
        status: 503,
        headers: { "retry-after": "60" },
      });
      await page.click(".sign-out");
      await until("the failure", () => page.evaluate(() => session.snapshot.error?.code === "server-error"));
      assert.equal(await count(), 1);
      await page.click(".sign-out");
      await until("the end of the sign-out", () => page.evaluate(() => !session.snapshot.signOutPending));
      assert.equal(await count(), 0);
      assert.equal((await control.requests("POST", LOGOUT)).length, 2);
      assert.equal(await page.evaluate(() => session.snapshot.reason), "signed-out");
    },
  );
}
