// `openSignInDialog`, by which a page opens the sign-in dialog itself ("by hand").

import assert from "node:assert/strict";
import { ACCOUNTS, PASSWORD } from "../../e2e/support/accounts.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { signIn } from "../conformance/app.mjs";
import { assertGone, openDraft } from "../support/sign-in-dialog.mjs";
import { submit } from "../support/sign-in-form.mjs";
import { layOut } from "../support/site.mjs";

const site = layOut("sign-in-form");

/** Opens the dialog by hand, and notes in the page how it ends. */
const openByHand = (page) =>
  page.evaluate(() => {
    app.openSignInDialog(session).then(
      () => app.note("signed in"),
      ({ code }) => app.note(code),
    );
  });
const endsWith = (page, outcome) =>
  until(`the dialog to end with ${outcome}`, () =>
    page.evaluate((expected) => app.noted.at(-1) === expected, outcome),
  );

test(
  "a dialog opened by hand before the session ends renews the session, and the identity stays",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await openDraft(context, deployment);
    const { key } = await page.evaluate(() => ({ key: session.identity.key }));
    await openByHand(page);
    await page.getByText("User: Grace Hopper").waitFor();
    // A read while the dialog is open does not close it.
    await page.evaluate(() => session.refresh().then(() => {}));
    await control.clearLog();
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await endsWith(page, "signed in");
    await assertGone(page);
    assert.equal(await page.evaluate(() => session.identity.key), key);
  }),
);

test(
  "a dialog opened by hand ends with `superseded` where the user gives up or signs out, and takes any user where none is signed in",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await openDraft(context, deployment);
    await openByHand(page);
    await page.getByRole("button", { name: "Not now" }).click();
    await endsWith(page, "superseded");
    await assertGone(page);
    await openByHand(page);
    await page.locator(".sign-in-dialog").waitFor();
    await page.evaluate(() => session.logout());
    await assertGone(page);
    await openByHand(page);
    await page.getByText("Sign in to go on.").waitFor();
    await submit(page, { email: ACCOUNTS.ada.email, password: PASSWORD });
    await endsWith(page, "signed in");
    await assertGone(page);
  }),
);

test(
  "a dialog opened by hand before the session ends, ends with `superseded` once its user has signed in elsewhere on the page",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await openDraft(context, deployment);
    await openByHand(page);
    await page.locator(".sign-in-dialog").waitFor();
    await control.expire();
    await page.evaluate(() => session.refresh().then(() => {}));
    await signIn(page, "grace");
    await endsWith(page, "superseded");
    await assertGone(page);
  }),
);
