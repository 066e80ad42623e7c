// The session's notices, as they are shipped, in a page under a strict policy with Trusted Types enforced.

import assert from "node:assert/strict";
import { PASSWORD } from "../../e2e/support/accounts.mjs";
import { axe } from "../../e2e/support/axe.mjs";
import { answering, LOGOUT, SESSION, sessionBody } from "../../e2e/support/identity-api.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { focused, openSignedIn } from "../support/sign-in-form.mjs";
import { layOut, open } from "../support/site.mjs";

const site = layOut("session-notices");

const STALE = "The service cannot be reached. What you see may be old.";
const EXPIRING = "Your session ends soon. Stay signed in";
const NOT_SIGNED_OUT = "You are not signed out yet. Trying again…";

/** Waits until the notices show exactly this text. */
const says = (page, text) =>
  until(
    `the notices to say "${text}"`,
    async () => (await page.locator(".session-notices-status").textContent()) === text,
  );

const signOut = (page) => page.evaluate(() => session.logout().catch(() => {}));

test(
  "the notices show each text only in the status of the session that it belongs to, and a new one leaves the others' nodes alone",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    const shown = await page.evaluate(() =>
      [
        {},
        { stale: true },
        { expiring: true },
        { expiring: true, stale: true },
        { status: "unauthenticated", stale: true },
        { status: "unauthenticated", signOutPending: true },
        { status: "unknown" },
        { status: "unknown", signOutPending: true },
      ].map((snapshot) => {
        app.notices.session = app.stub(snapshot);
        return [app.notices.textContent, app.notices.state, app.notices.matches(":state(granted)")];
      }),
    );
    const nothing = ["", "denied", false];
    assert.deepEqual(shown, [
      nothing,
      [STALE, "granted", true],
      [EXPIRING, "granted", true],
      // The notices are in a fixed order.
      [`${EXPIRING}${STALE}`, "granted", true],
      nothing,
      nothing,
      nothing,
      [NOT_SIGNED_OUT, "granted", true],
    ]);
    const changes = await page.evaluate(async () => {
      const listeners = new Set();
      const changing = app.stub({ expiring: true });
      changing.subscribe = (listener) => {
        listeners.add(listener);
        listener(changing.snapshot);
        return () => listeners.delete(listener);
      };
      app.notices.session = changing;
      const records = [];
      const watch = new MutationObserver((some) => records.push(...some));
      watch.observe(app.notices, { subtree: true, childList: true, characterData: true, attributes: true });
      changing.snapshot = { ...changing.snapshot, stale: true };
      for (const listener of listeners) listener(changing.snapshot);
      await new Promise((resolve) => setTimeout(resolve));
      return records.map(({ type, addedNodes: [added] }) => [type, added?.className]);
    });
    assert.deepEqual(changes, [["childList", "session-notices-stale"]]);
  }),
);

test(
  "during an outage the notices say that the page may be old",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await openSignedIn(context, deployment);
    // The rule holds for many answers: the session reads again by itself, at a random moment.
    await control.faults(answering("GET", SESSION, "busy", { status: 503, times: 99 }));
    await page.evaluate(() => session.refresh().catch(() => {}));
    await says(page, STALE);
    await control.clearFaults();
    await page.evaluate(() => session.refresh().then(() => {}));
    await until("the outage to be over", async () => {
      const text = await page.locator(".session-notices-status").textContent();
      return !text.includes(STALE);
    });
  }),
);

test(
  "the keyboard alone renews a session that ends soon, and the focus returns to where it was",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await openSignedIn(context, deployment);
    await says(page, EXPIRING);
    assert.deepEqual(await axe(page), []);
    assert.equal(
      await page.locator("session-notices").ariaSnapshot(),
      [
        "- status:",
        "  - paragraph:",
        "    - text: Your session ends soon.",
        '    - button "Stay signed in"',
      ].join("\n"),
    );
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "session-notices-stay");
    await page.keyboard.press("Enter");
    await page.locator(".sign-in-dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".sign-in-dialog").waitFor({ state: "detached" });
    await until("the focus to be back", async () => (await focused(page)) === "session-notices-stay");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Sign in once more to go on." }).waitFor();
    await page.keyboard.type(PASSWORD);
    const { expiresAt } = await page.evaluate(() => session.snapshot);
    await page.keyboard.press("Enter");
    await says(page, "");
    await page.locator(".sign-in-dialog").waitFor({ state: "detached" });
    assert.ok((await page.evaluate(() => session.snapshot.expiresAt)) > expiresAt);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "after");
  }),
);

test(
  "where the button disappears while it has the focus, the notices get the focus",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    const show = (snapshot) =>
      page.evaluate((it) => {
        app.notices.session = app.stub(it);
      }, snapshot);
    await show({ expiring: true });
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "session-notices-stay");
    await show({});
    assert.equal(await focused(page), "session-notices-status", "after a renewal in another tab");
    await page.evaluate(() => document.activeElement.blur());
    await show({ expiring: true });
    await show({});
    assert.equal(
      await page.evaluate(() => document.activeElement.localName),
      "body",
      "without the focus on the button, the notices take none",
    );
  }),
);

test(
  "where the button disappears while its dialog is open, closing the dialog moves the focus to the notices",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await openSignedIn(context, deployment);
    await says(page, EXPIRING);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(".sign-in-dialog").waitFor();
    await page.evaluate(() => {
      app.notices.session = app.stub({});
    });
    await page.keyboard.press("Escape");
    await page.locator(".sign-in-dialog").waitFor({ state: "detached" });
    await until("the focus in the notices", async () => (await focused(page)) === "session-notices-status");
  }),
);

test(
  "a failed sign-out is said once: by a visible sign-in form, or else by the notices",
  scenario(
    { site, expects: [/server error/, /Failed to load resource/] },
    async ({ context, deployment, control }) => {
      const page = await openSignedIn(context, deployment);
      await control.faults({ method: "POST", path: LOGOUT, times: 100, status: 503 });
      await signOut(page);
      await says(page, NOT_SIGNED_OUT);
      assert.deepEqual(await axe(page), []);
      const count = () => page.evaluate(() => document.body.textContent.match(/not signed out yet/g)?.length);
      await page.evaluate(() => document.body.append(document.createElement("sign-in-form")));
      await says(page, "");
      assert.equal(await count(), 1, "by the form");
      await page.evaluate(() => {
        document.querySelector("sign-in-form").hidden = true;
        document.body.append("a change");
      });
      await says(page, NOT_SIGNED_OUT);
      await page.evaluate(() => {
        document.querySelector("sign-in-form").hidden = false;
        document.body.append("another");
      });
      await says(page, "");
      await page.evaluate(() => {
        document.querySelector("sign-in-form").style.visibility = "hidden";
        document.body.append("a third");
      });
      await says(page, NOT_SIGNED_OUT);
      await page.evaluate(() => document.querySelector("sign-in-form").remove());
      await says(page, NOT_SIGNED_OUT);
      assert.equal(await count(), 1, "by the notices");
      await control.clearFaults();
      await says(page, "");
    },
  ),
);

test(
  "a copy of the notices has its own parts once, and shows them again after the page has replaced them",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    const texts = await page.evaluate(async () => {
      app.notices.session = app.stub({ expiring: true });
      const copy = app.notices.cloneNode(true);
      copy.session = app.notices.session;
      app.notices.replaceWith(copy);
      const said = [copy.textContent, copy.children.length, app.notices.textContent];
      copy.replaceChildren("the page's own");
      await new Promise((resolve) => setTimeout(resolve));
      const parts = Array.from(copy.querySelectorAll("*"), ({ className }) => className);
      return [...said, copy.textContent, parts];
    });
    const parts = ["status", "expiring", "stay"].map((name) => `session-notices-${name}`);
    assert.deepEqual(texts, [EXPIRING, 1, "", EXPIRING, parts]);
  }),
);

test(
  "a prefix gives the notices and the dialog's form other names, defining them again gives them the new session, and wrong options throw",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    const facts = await page.evaluate(async (initial) => {
      const refusals = [
        () => app.defineSessionNotices(session, { prefx: "acme" }),
        () => app.defineSessionNotices(session, { messages: { stail: "Old" } }),
        () => Object.assign(app.notices, { messages: { constructor: "Old" } }),
        () => app.defineSessionNotices(session, { prefix: "taken" }),
      ];
      customElements.define("taken-session-notices", class extends HTMLElement {});
      const said = refusals.map((refused) => {
        try {
          refused();
        } catch (error) {
          return `${error.name}: ${error.message}`;
        }
        return "taken";
      });
      app.notices.messages = undefined;
      const next = app.createSession({ initial, tabs: false });
      app.defineSessionNotices(app.stub({ stale: true }));
      said.push(app.notices.textContent);
      app.defineSessionNotices(next, { prefix: "acme" });
      const acme = document.body.appendChild(document.createElement("acme-session-notices"));
      acme.session = { __proto__: next, snapshot: { ...next.snapshot, expiring: true } };
      acme.querySelector("button").click();
      const form = document.querySelector(".sign-in-dialog acme-sign-in-form") !== null;
      next.close();
      return [...said, form];
    }, sessionBody({}));
    assert.deepEqual(facts, [
      "TypeError: no option prefx: prefix?",
      "TypeError: stail is no text of the session's notices",
      "TypeError: constructor is no text of the session's notices",
      "Error: <taken-session-notices> is taken: choose a prefix.",
      STALE,
      true,
    ]);
  }),
);

test("the English and the German table have every text of the notices, each in its language", async () => {
  const { english, german } = await import("../../../pkg/dist/session-notices.js");
  const keys = ["expiring", "signOutPending", "stale", "stay"];
  for (const table of [english, german]) assert.deepEqual(Object.keys(table).sort(), keys);
  for (const key of keys) assert.notEqual(english[key], german[key]);
});
