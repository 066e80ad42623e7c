// Where the form moves the focus after a sign-in: a keyboard user goes on where the form was.

import assert from "node:assert/strict";
import { ACCOUNTS, PASSWORD } from "../../e2e/support/accounts.mjs";
import { answering, LOGIN } from "../../e2e/support/identity-api.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { openForm, says } from "../support/sign-in-form.mjs";
import { layOut, open } from "../support/site.mjs";

const site = layOut("sign-in-form");

async function signInByKeyboard(page) {
  await page.getByLabel("Email").focus();
  await page.keyboard.type(ACCOUNTS.ada.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await page.locator(".sign-in-fields").waitFor({ state: "detached" });
}

const focusedElement = (page) =>
  page.evaluate(() => {
    const { localName, id } = document.activeElement;
    return id ? `${localName}#${id}` : localName;
  });
const awaitFocus = (page, expected) =>
  until(`the focus in ${expected}`, async () => (await focusedElement(page)) === expected);
/** Checks that the focus stays on this element for longer than the form takes to move it. */
const assertFocusStays = async (page, expected) => {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  assert.equal(await focusedElement(page), expected);
};
const withTabindex = (page) =>
  page.evaluate(() => Array.from(document.querySelectorAll("[tabindex]"), ({ outerHTML }) => outerHTML));

test(
  "the nearest main gets the focus without scrolling, with a tabindex only for as long as it has the focus",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await openForm(context, deployment);
    await page.evaluate(() => {
      const link = Object.assign(document.createElement("a"), {
        href: "#",
        id: "first",
        textContent: "First",
      });
      const space = Object.assign(document.createElement("div"), { id: "space" });
      document.body.prepend(space);
      document.querySelector("main").append(link);
      space.style.height = "3000px";
      scrollTo(0, 2990);
    });
    await page.getByLabel("Email").focus();
    const scrolledTo = await page.evaluate(() => scrollY);
    await signInByKeyboard(page);
    await awaitFocus(page, "main");
    assert.equal(await page.locator("main").getAttribute("tabindex"), "-1");
    assert.ok(Math.abs((await page.evaluate(() => scrollY)) - scrolledTo) < 300, "the page has scrolled");
    await page.keyboard.press("Tab");
    assert.equal(await focusedElement(page), "a#first");
    assert.deepEqual(await withTabindex(page), []);
  }),
);

test(
  "without a main, the nearest focusable ancestor gets the focus, and keeps its own tabindex",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await openForm(context, deployment);
    await page.evaluate(() => {
      const [outer, contents] = ["outer", "contents"].map((id) =>
        Object.assign(document.createElement("div"), { id }),
      );
      outer.tabIndex = 0;
      contents.style.display = "contents";
      document.querySelector("main").replaceWith(outer);
      outer.append("Signed in", contents);
      contents.append(app.form);
    });
    await signInByKeyboard(page);
    await awaitFocus(page, "div#outer");
    await page.evaluate(() => document.activeElement.blur());
    assert.equal(await page.locator("#outer").getAttribute("tabindex"), "0");
  }),
);

test(
  "the focus moves even where the page removes the form before the form learns of the sign-in",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment, "?hold");
    await page.evaluate(() => {
      session
        .gate({ status: "authenticated" })
        .subscribe((state) => state === "granted" && app.form.remove());
      app.defineSignInForm(session);
    });
    await signInByKeyboard(page);
    await awaitFocus(page, "main");
  }),
);

for (const [title, prepare, expected] of [
  [
    "the page has moved it itself",
    () => {
      const heading = document.querySelector("h1");
      heading.tabIndex = -1;
      session.addEventListener("signed-in", () => heading.focus());
    },
    "h1",
  ],
  [
    "it was not in the form when the sign-in ended",
    () => {
      document.addEventListener("submit", () => setTimeout(() => document.activeElement.blur(), 50));
    },
    "body",
  ],
])
  test(
    `the form does not move the focus where ${title}`,
    scenario({ site }, async ({ context, deployment, control }) => {
      const page = await openForm(context, deployment);
      await control.faults({ method: "POST", path: LOGIN, times: 1, delay_ms: 400 });
      await page.evaluate(prepare);
      await signInByKeyboard(page);
      await assertFocusStays(page, expected);
      assert.equal(await page.locator("main").getAttribute("tabindex"), null);
    }),
  );

test(
  "the form does not move the focus where the sign-in fails, nor where the user signs in in another tab",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await openForm(context, deployment);
    await control.faults(answering("POST", LOGIN, {}, { status: 503 }));
    await page.getByLabel("Email").fill(ACCOUNTS.ada.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await says(page, "error", "The service has a problem.");
    assert.equal(await page.evaluate(() => document.activeElement.className), "sign-in-submit");
    const otherTab = await openForm(context, deployment);
    await signInByKeyboard(otherTab);
    await page.locator(".sign-in-fields").waitFor({ state: "detached" });
    await assertFocusStays(page, "body");
    assert.deepEqual(await withTabindex(page), []);
  }),
);
