// The button that signs out, as it is shipped, in a page under a strict policy with Trusted Types enforced.

import assert from "node:assert/strict";
import { axe } from "../../e2e/support/axe.mjs";
import { LOGOUT } from "../../e2e/support/identity-api.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { focused, openSignedIn } from "../support/sign-in-form.mjs";
import { layOut, open } from "../support/site.mjs";

const site = layOut("sign-out-button");

const button = (page) => page.getByRole("button", { name: "Sign out" });
const statusOf = (page) => page.evaluate(() => session.snapshot.status);

test(
  "the button shows for a signed-in user and until a sign-out is complete, and ignores clicks while one is under way",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    const shown = await page.evaluate(() =>
      [
        { status: "unknown" },
        { status: "unauthenticated" },
        { status: "authenticated" },
        { status: "unauthenticated", signOutPending: true },
        { status: "unknown", signOutPending: true },
      ].map((snapshot) => {
        const { out } = app;
        out.session = app.stub(snapshot);
        const button = out.querySelector("button");
        button?.click();
        const isGranted = out.matches(":state(granted)");
        return [out.textContent, out.state, isGranted, button?.ariaDisabled, out.session.signOuts];
      }),
    );
    const nothing = ["", "denied", false, undefined, 0];
    assert.deepEqual(shown, [
      nothing,
      nothing,
      ["Sign out", "granted", true, "false", 1],
      ["Sign out", "granted", true, "true", 0],
      ["Sign out", "granted", true, "false", 1],
    ]);
  }),
);

test(
  "the keyboard alone signs out, and the button disappears afterwards",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await openSignedIn(context, deployment);
    await button(page).waitFor();
    assert.deepEqual(await axe(page), []);
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "sign-out");
    await page.keyboard.press("Enter");
    await button(page).waitFor({ state: "detached" });
    assert.equal(await statusOf(page), "unauthenticated");
    assert.equal((await control.requests("POST", LOGOUT)).length, 1);
  }),
);

test(
  "after a failed sign-out the button stays, with the focus, and a click repeats the sign-out at once",
  scenario({ site, expects: [/Failed to load resource/] }, async ({ context, deployment, control }) => {
    const page = await openSignedIn(context, deployment);
    await control.faults({
      method: "POST",
      path: LOGOUT,
      times: 1,
      status: 503,
      headers: { "retry-after": "600" },
    });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await until("the sign-out to have failed", async () => (await statusOf(page)) === "unknown");
    assert.equal(await focused(page), "sign-out");
    assert.equal(await page.evaluate(() => session.snapshot.signOutPending), true);
    assert.deepEqual(await axe(page), []);
    await page.keyboard.press("Space");
    await button(page).waitFor({ state: "detached" });
    assert.equal(await statusOf(page), "unauthenticated");
  }),
);

test(
  "the button's texts do not replace the form's, a call with wrong options changes nothing, and a prefix gives another name",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment, "?hold");
    const facts = await page.evaluate(() => {
      customElements.define("taken-sign-out-button", class extends HTMLElement {});
      const { defineSignInForm, defineSignOutButton, german, stub } = app;
      const signedOut = stub({});
      defineSignInForm(signedOut, { messages: german });
      defineSignOutButton(signedOut, { messages: { "sign-out": "Gehen" } });
      const messages = { "sign-out": "x", submit: "x" };
      const refusals = [
        () => defineSignOutButton(signedOut, { messages, nope: 1 }),
        () => defineSignOutButton(signedOut, { messages, prefix: "taken" }),
        () => defineSignOutButton(signedOut, { messages: { "sign-off": "x" } }),
        () => defineSignInForm(undefined, { messages }),
      ].map((refused) => {
        try {
          refused();
        } catch (error) {
          return `${error.name}: ${error.message}`;
        }
        return "taken";
      });
      const form = document.createElement("sign-in-form");
      defineSignOutButton(stub({ status: "authenticated" }), { prefix: "acme" });
      const acme = document.body.appendChild(document.createElement("acme-sign-out-button"));
      return [
        ...refusals,
        form.messages.submit,
        document.createElement("sign-out-button").messages["sign-out"],
        acme.textContent,
      ];
    });
    assert.deepEqual(facts, [
      "TypeError: no option nope: prefix?",
      "Error: <taken-sign-out-button> is taken: choose a prefix.",
      "TypeError: sign-off is no text of the sign-in form",
      "TypeError: The elements need a session: give them createSession().",
      "Anmelden",
      "Gehen",
      "Sign out",
    ]);
  }),
);

test(
  "the button shows its own text, without one the session's, and without that the English one",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment, "?hold");
    const texts = await page.evaluate(async () => {
      const { out } = app;
      app.defineSignOutButton(app.stub({ status: "authenticated" }), { messages: app.german });
      const shown = [out.textContent];
      out.messages = { "sign-out": "Leave" };
      shown.push(out.textContent);
      out.messages = undefined;
      shown.push(out.textContent);
      // The element still removes nodes that the page adds to it.
      out.append("the page's own");
      await new Promise((resolve) => setTimeout(resolve));
      shown.push(out.textContent);
      app.defineSignOutButton(app.stub({ status: "authenticated" }));
      out.messages = undefined;
      return [...shown, out.textContent];
    });
    assert.deepEqual(texts, ["Abmelden", "Leave", "Abmelden", "Abmelden", "Sign out"]);
  }),
);

test(
  "a copy has its own button once, and shows it again after the page has replaced it",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    const texts = await page.evaluate(async () => {
      app.out.session = app.stub({ status: "authenticated" });
      const copy = app.out.cloneNode(true);
      copy.session = app.out.session;
      app.out.replaceWith(copy);
      const shown = [copy.textContent, app.out.textContent];
      copy.replaceChildren("the page's own");
      await new Promise((resolve) => setTimeout(resolve));
      copy.querySelector("button").click();
      return [...shown, copy.textContent, copy.children.length, copy.session.signOuts];
    });
    assert.deepEqual(texts, ["Sign out", "", "Sign out", 1, 1]);
  }),
);
