// `openSignInDialog`: the dialog that the page opens by hand.

import assert from "node:assert/strict";
import { ACCOUNTS, PASSWORD } from "../../e2e/support/accounts.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { signIn } from "../conformance/app.mjs";
import { isGone, openDraft } from "../support/sign-in-dialog.mjs";
import { submit } from "../support/sign-in-form.mjs";
import { layOut } from "../support/site.mjs";

const site = layOut("sign-in-dialog-by-hand", "sign-in-form");

/** Opens the dialog by hand, with the messages that the page has given its forms. */
const openByHand = (page) =>
  page.evaluate(() => {
    app.openSignInDialog(session).then(
      () => app.note("signed in"),
      ({ code }) => app.note(code),
    );
  });
const isNoted = (page, outcome) =>
  until(`the dialog to end with ${outcome}`, () => page.evaluate((end) => app.noted.at(-1) === end, outcome));

test(
  "opened by hand before the session ends, it renews the session of the same user, who goes on with the same identity",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await openDraft(context, deployment);
    const { key } = await page.evaluate(() => ({ key: session.identity.key }));
    await openByHand(page);
    await page.getByText("User: Grace Hopper").waitFor();
    // While it is open, a read changes nothing.
    await page.evaluate(() => session.refresh().then(() => {}));
    await control.clearLog();
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await isNoted(page, "signed in");
    await isGone(page);
    assert.equal(await page.evaluate(() => session.identity.key), key);
  }),
);

test(
  "opened by hand, it ends with superseded where the user gives up, or signs out, and for a page without a user it asks for one",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await openDraft(context, deployment);
    await openByHand(page);
    await page.getByRole("button", { name: "Not now" }).click();
    await isNoted(page, "superseded");
    await isGone(page);
    await openByHand(page);
    await page.locator(".sign-in-dialog").waitFor();
    await page.evaluate(() => session.logout());
    await isGone(page);
    await openByHand(page);
    await page.getByText("Sign in to go on.").waitFor();
    await submit(page, { email: ACCOUNTS.ada.email, password: PASSWORD });
    await isNoted(page, "signed in");
    await isGone(page);
  }),
);

test(
  "opened by hand before the session ends, it ends with superseded once its user has signed in elsewhere on the page",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await openDraft(context, deployment);
    await openByHand(page);
    await page.locator(".sign-in-dialog").waitFor();
    await control.expire();
    await page.evaluate(() => session.refresh().then(() => {}));
    await signIn(page, "grace");
    await isNoted(page, "superseded");
    await isGone(page);
  }),
);
