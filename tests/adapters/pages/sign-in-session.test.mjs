// `signInSession`, which makes the page's session and defines the form, the dialog, the notices and the sign-out button.

import assert from "node:assert/strict";
import { ACCOUNTS, PASSWORD } from "../../e2e/support/accounts.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { bundleSite, once } from "../support/bundle.mjs";

const site = once(() => bundleSite("sign-in-session.js"));

test(
  "signInSession returns the page's session, its elements show the given texts, and a wrong text or prefix makes no session and defines nothing",
  scenario({ expects: [/Failed to load resource/] }, async ({ context, another }) => {
    const deployment = await another(await site());
    const page = await context.newPage();
    await page.goto(`${deployment.origin}/`);
    await page.getByLabel("E-Mail").fill(ACCOUNTS.ada.email);
    assert.equal(await page.evaluate(() => globalThis.isPageSession), true);
    assert.equal(await page.evaluate(() => globalThis.refusal), "stail is no text of the session's notices");
    assert.deepEqual(await page.evaluate(() => globalThis.refusedPrefixes), [
      "no prefix of a name: 5",
      "no prefix of a name: Acme",
      "<taken-sign-out-button> is taken: choose a prefix.",
    ]);
    assert.deepEqual(await page.evaluate(() => globalThis.afterRefusals), [null, null]);
    const { expiring } = await page.evaluate(() => document.querySelector("session-notices").messages);
    assert.equal(expiring, "Gleich ist Schluss.");
    await page.getByLabel("Passwort").fill(PASSWORD);
    await page.getByRole("button", { name: "Anmelden" }).click();
    await page.waitForFunction(() => session.snapshot.user);

    await deployment.control.expire();
    const status = page.evaluate(() => globalThis.askForAgents());
    const dialog = page.getByRole("dialog", { name: /^Ihre Sitzung ist beendet/ });
    await dialog.getByText("Benutzer: Ada Lovelace").waitFor();
    await dialog.getByLabel("Passwort").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Anmelden" }).click();
    assert.equal(await status, 200);
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Abmelden" }).click();
    await page.waitForFunction(() => session.snapshot.reason === "signed-out");
  }),
);
