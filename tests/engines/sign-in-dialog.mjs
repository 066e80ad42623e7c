// The sign-in dialog in every engine. All other tests of it run in Chromium alone (`tests/adapters/pages/sign-in-dialog.test.mjs`).

import assert from "node:assert/strict";
import { credentialsOf } from "../e2e/support/accounts.mjs";
import { signIn } from "../e2e/support/bare-page.mjs";
import { AGENTS } from "../e2e/support/identity-api.mjs";
import { until } from "../e2e/support/until.mjs";

export function signInDialog(scenario) {
  scenario(
    "the sign-in dialog stays open after a wrong password, and closes after the right one",
    async (given) => {
      const page = await openWithDialog(given);
      await typePassword(page, "wrong");
      await page.click(".sign-in-submit");
      await until("the dialog to say so", () =>
        page.evaluate(() => document.querySelector(".sign-in-error").dataset.code === "invalid-credentials"),
      );
      await typePassword(page, credentialsOf("ada").password);
      await page.click(".sign-in-submit");
      assert.equal(await answerTo(page), 200);
      await untilClosed(page);
    },
  );

  scenario("a request gets its 401 where the sign-in dialog is cancelled", async (given) => {
    const page = await openWithDialog(given);
    await page.click(".sign-in-cancel");
    assert.equal(await answerTo(page), 401);
    await untilClosed(page);
  });
}

/** Opens a page in which a request has met the end of the session and opened the dialog, while a button of the page had the focus. */
async function openWithDialog({ deployment, control, open }) {
  const page = await open(deployment, { idle: true });
  await page.evaluate(async () => {
    const { signInDialog } = await import("/pkg/dist/sign-in-form.js");
    globalThis.seen = bare.start({ reauthenticate: signInDialog() });
    globalThis.session = seen.session;
  });
  await signIn(page, "ada");
  await control.expire();
  await page.evaluate((path) => {
    const button = document.body.appendChild(document.createElement("button"));
    button.id = "own";
    button.focus();
    globalThis.answered = null;
    session.fetch(path).then(({ status }) => {
      answered = status;
    });
  }, AGENTS);
  const seen = await until("the dialog", () =>
    page.evaluate(() => {
      const dialog = document.querySelector(".sign-in-dialog");
      return (
        dialog && [
          dialog.matches(":modal"),
          dialog.querySelector(".sign-in-title").textContent,
          dialog.querySelector(".sign-in-user").textContent,
          document.activeElement.name,
          getComputedStyle(dialog.querySelector(".sign-in-fields")).display,
        ]
      );
    }),
  );
  const title = "Your session has ended. Sign in again to go on.";
  assert.deepEqual(seen, [true, title, "User: Ada Lovelace", "password", "grid"]);
  return page;
}

const typePassword = (page, password) =>
  page.evaluate((typed) => {
    document.querySelector(".sign-in-password").value = typed;
  }, password);

const answerTo = (page) => until("the request to be answered", () => page.evaluate(() => answered));

const untilClosed = (page) =>
  until("the dialog to be gone, and the focus to be back", () =>
    page.evaluate(
      () =>
        !document.querySelector("[class^=sign-in]") &&
        document.activeElement === document.getElementById("own"),
    ),
  );
