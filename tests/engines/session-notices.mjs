// The notices of a session in every engine. All other tests of them run in Chromium alone (`tests/adapters/pages/session-notices.test.mjs`).

import assert from "node:assert/strict";
import { signIn } from "../e2e/support/bare-page.mjs";
import { LOGOUT } from "../e2e/support/identity-api.mjs";
import { until } from "../e2e/support/until.mjs";

const DAY_MS = 24 * 60 * 60 * 1000;

export function sessionNotices(scenario) {
  scenario(
    "the session's notices lead to the dialog before the session ends, and leave a failed sign-out to a visible form",
    async ({ deployment, control, open }) => {
      const page = await open(deployment, { idle: true });
      await page.evaluate(async (expiringMs) => {
        const { defineSessionNotices } = await import("/pkg/dist/session-notices.js");
        globalThis.seen = bare.start({ expiringMs });
        globalThis.session = seen.session;
        defineSessionNotices(session);
        document.body.append(document.createElement("session-notices"));
      }, DAY_MS - 1000);
      await signIn(page, "ada");
      const untilNoticesSay = (text) =>
        until(`the notices to say "${text}"`, () =>
          page.evaluate(
            (expected) =>
              document.querySelector(".session-notices-status[role=status]").textContent === expected,
            text,
          ),
        );
      await untilNoticesSay("Your session ends soon. Stay signed in");
      await page.click(".session-notices-stay");
      await until("the dialog", () =>
        page.evaluate(() => document.querySelector(".sign-in-dialog")?.matches(":modal")),
      );
      await page.click(".sign-in-cancel");
      await until("the focus to be back", () =>
        page.evaluate(() => document.activeElement.className === "session-notices-stay"),
      );
      await control.faults({ method: "POST", path: LOGOUT, times: 100, status: 503 });
      await page.evaluate(() => session.logout().catch(() => {}));
      await untilNoticesSay("You are not signed out yet. Trying again…");
      await page.evaluate(() => document.body.append(document.createElement("sign-in-form")));
      await untilNoticesSay("");
      const form = await page.evaluate(() => document.querySelector(".sign-in-status").textContent);
      assert.equal(form, "You are not signed out yet. Trying again…");
    },
  );
}
