// Scenarios: what a `SignedIn` without `fallback` or `pending` shows in place of its children (the view `InPlace`), and to which address an
// `IdentityBoundary` with a `home` leads once the identity has ended (the view `Home`).

import assert from "node:assert/strict";
import { sessionBody } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";
import {
  assertNoMismatch,
  GRANTED,
  OUTAGE,
  readRule,
  refresh,
  SIGNED_IN,
  SIGNED_OUT,
  showsText,
  signIn,
  signOutUnderRule,
} from "./app.mjs";

const view = "InPlace";
const ATTRIBUTES = { sso: "", mode: "popup" };
const GRACE = readRule(sessionBody(GRANTED, { id: 8, name: "Grace Hopper" }));

/** Returns the forms in the page, each with its attributes, and with `typed`, the mark of `markForm`. */
const forms = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("#app sign-in-form")].map((form) => ({
      sso: form.getAttribute("sso"),
      mode: form.getAttribute("mode"),
      ...(form.typed && { typed: form.typed }),
    })),
  );

/** Waits until these forms are in the page, and its own parts with these ids. */
const awaitInPlace = (page, wantedForms, ids, message) =>
  until(`what stands in place (${message})`, async () => {
    const shown = [
      await forms(page),
      await page.locator("#app p").evaluateAll((all) => all.map(({ id }) => id)),
    ];
    return JSON.stringify(shown) === JSON.stringify([wantedForms, ids]);
  });

/** Marks the first form, by which a test knows the same element again. */
const markForm = (page) =>
  page.evaluate(() => {
    document.querySelector("#app sign-in-form").typed = "by the user";
  });

export function placesTaken({ test, render }) {
  test("a SignedIn without parts shows the sign-in form, one element while nothing is known and once no user is signed in", async ({
    open,
    control,
  }) => {
    await control.faults(OUTAGE);
    const page = await open({ mount: { view } });
    // With `fallback` alone nothing is pending.
    await awaitInPlace(page, [ATTRIBUTES], ["pending"], "nothing is known");
    await markForm(page);
    await control.faults(SIGNED_OUT);
    await refresh(page);
    const typed = { ...ATTRIBUTES, typed: "by the user" };
    // With `pending` alone the form is the fallback.
    await awaitInPlace(page, [typed, ATTRIBUTES], ["fallback"], "signed out");
    await control.faults(SIGNED_IN);
    await refresh(page);
    await awaitInPlace(page, [], [], "signed in");
    await page.locator("#signed-in").fill("a draft");
    await control.faults(SIGNED_OUT);
    await refresh(page);
    await awaitInPlace(page, [ATTRIBUTES, ATTRIBUTES], ["fallback"], "the session has ended");
    assert.equal(await page.locator("#signed-in").inputValue(), "a draft");
    assert.equal(await page.locator("#signed-in").isVisible(), false);
  });

  if (render)
    test("what a server rendered without a user is hydrated with a sign-in form that has filled itself before", async ({
      open,
      control,
      watch,
    }) => {
      const initial = { authenticated: false };
      const { html } = await (await render())(view, initial);
      await control.faults(SIGNED_OUT);
      const page = await open({ options: { initial } });
      await page.evaluate(
        ([html, view]) => {
          document.querySelector("#app").innerHTML = html;
          class Filled extends HTMLElement {
            connectedCallback() {
              this.replaceChildren("fields");
            }
          }
          customElements.define("sign-in-form", Filled);
          adapter.hydrate(undefined, { view });
        },
        [html, view],
      );
      await awaitInPlace(page, [ATTRIBUTES, ATTRIBUTES], ["fallback"], "hydrated");
      const texts = await page.locator("#app sign-in-form").allTextContents();
      assert.deepEqual(texts, ["fields", "fields"]);
      assertNoMismatch(watch);
    });

  const startAddress = "/reports?of=ada";
  const openDeep = async (open) => {
    const page = await open();
    await page.evaluate((address) => history.replaceState(null, "", address), startAddress);
    await page.evaluate(() => adapter.mount({ view: "Home" }));
    await showsText(page, "address", startAddress);
    return page;
  };

  test("an IdentityBoundary with a home begins anew there once the user has signed out", async ({
    open,
    control,
  }) => {
    const page = await openDeep(open);
    await signIn(page, "ada");
    await showsText(page, "address", startAddress);
    await signOutUnderRule(control, page);
    await showsText(page, "address", "/home");
  });

  test("an IdentityBoundary with a home begins anew there for another user", async ({ open, control }) => {
    await control.faults(SIGNED_IN);
    const page = await openDeep(open);
    await page.evaluate(() => session.ready);
    await control.faults(GRACE);
    await refresh(page);
    await showsText(page, "address", "/home");
  });
}
