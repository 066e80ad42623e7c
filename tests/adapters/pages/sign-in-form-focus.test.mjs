// Where the focus is once the form is gone: a user of the keyboard goes on where the form was.

import assert from "node:assert/strict";
import { ACCOUNTS, PASSWORD } from "../../e2e/support/accounts.mjs";
import { answering, LOGIN } from "../../e2e/support/identity-api.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { openForm, says } from "../support/sign-in-form.mjs";
import { layOut, open } from "../support/site.mjs";

const site = layOut("sign-in-form-focus", "sign-in-form");

async function signInByKeyboard(page) {
  await page.getByLabel("Email").focus();
  await page.keyboard.type(ACCOUNTS.ada.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await page.locator(".sign-in-fields").waitFor({ state: "detached" });
}

const focusIn = (page) =>
  page.evaluate(() => {
    const { localName, id } = document.activeElement;
    return id ? `${localName}#${id}` : localName;
  });
const isIn = (page, expected) =>
  until(`the focus in ${expected}`, async () => (await focusIn(page)) === expected);
/** Checks that the focus is still there after the time in which the form would have moved it. */
const isStillIn = async (page, expected) => {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  assert.equal(await focusIn(page), expected);
};
const withTabindex = (page) =>
  page.evaluate(() => Array.from(document.querySelectorAll("[tabindex]"), ({ outerHTML }) => outerHTML));

test(
  "the nearest main takes it, for as long as it has it, and without scrolling",
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
    await isIn(page, "main");
    assert.equal(await page.locator("main").getAttribute("tabindex"), "-1");
    assert.ok(Math.abs((await page.evaluate(() => scrollY)) - scrolledTo) < 300, "it has scrolled");
    await page.keyboard.press("Tab");
    assert.equal(await focusIn(page), "a#first");
    assert.deepEqual(await withTabindex(page), []);
  }),
);

test(
  "without a main, the nearest element around it that can have it does, and keeps its own tabindex",
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
    await isIn(page, "div#outer");
    await page.evaluate(() => document.activeElement.blur());
    assert.equal(await page.locator("#outer").getAttribute("tabindex"), "0");
  }),
);

test(
  "also where the page takes the element itself away, before the form hears of the sign-in",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment, "?hold");
    await page.evaluate(() => {
      session
        .gate({ status: "authenticated" })
        .subscribe((state) => state === "granted" && app.form.remove());
      app.defineSignInForm(session);
    });
    await signInByKeyboard(page);
    await isIn(page, "main");
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
    "it was not in the form any more",
    () => {
      document.addEventListener("submit", () => setTimeout(() => document.activeElement.blur(), 50));
    },
    "body",
  ],
])
  test(
    `not where ${title}`,
    scenario({ site }, async ({ context, deployment, control }) => {
      const page = await openForm(context, deployment);
      await control.faults({ method: "POST", path: LOGIN, times: 1, delay_ms: 400 });
      await page.evaluate(prepare);
      await signInByKeyboard(page);
      await isStillIn(page, expected);
      assert.equal(await page.locator("main").getAttribute("tabindex"), null);
    }),
  );

test(
  "not where the sign-in fails, nor where a user signs in elsewhere",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await openForm(context, deployment);
    await control.faults(answering("POST", LOGIN, {}, { status: 503 }));
    await page.getByLabel("Email").fill(ACCOUNTS.ada.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await says(page, "error", "The service has a problem.");
    assert.equal(await page.evaluate(() => document.activeElement.className), "sign-in-submit");
    const there = await openForm(context, deployment);
    await signInByKeyboard(there);
    await page.locator(".sign-in-fields").waitFor({ state: "detached" });
    await isStillIn(page, "body");
    assert.deepEqual(await withTabindex(page), []);
  }),
);
