// `<signed-in>`: its children are for a signed-in user only, and a draft in them is kept for the same user.

import assert from "node:assert/strict";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { axe } from "../../e2e/support/axe.mjs";
import { answering, LOGIN, SESSION } from "../../e2e/support/identity-api.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { refresh, signIn } from "../conformance/app.mjs";
import { layOut, open } from "../support/site.mjs";

const site = layOut("elements");
const firePageTransition = (page, type) =>
  page.evaluate((type) => void dispatchEvent(new PageTransitionEvent(type, { persisted: true })), type);
/** Signs another user in without the page, which then reads the session. */
async function changeUser(context, deployment, page, name) {
  await context.request.post(deployment.origin + LOGIN, { data: credentialsOf(name) });
  await refresh(page);
}

/** Puts a `<signed-in>` into the page, with a draft in a template or, if `isPlain`, as children, and with a fallback and a pending part. */
const put = (page, { isPlain = false } = {}) =>
  page.evaluate((isPlain) => {
    for (const gate of document.querySelectorAll("permission-gate, session-gate")) gate.remove();
    const node = (name, properties = {}, ...children) => {
      const element = Object.assign(document.createElement(name), properties);
      element.append(...children);
      return element;
    };
    const content = [
      "Draft: ",
      node("label", {}, "Text ", node("textarea", { className: "draft" })),
      node("button", { type: "button", className: "save" }, "Save"),
    ];
    const template = document.createElement("template");
    template.content.append(...content);
    document.body.append(
      node(
        "signed-in",
        { id: "own" },
        ...(isPlain ? content : [template]),
        node("p", { slot: "fallback" }, "signed out"),
        node("p", { slot: "pending" }, "one moment"),
      ),
    );
  }, isPlain);

/** Returns the state of the element, its visible texts, and whether its field can take the focus. */
const seen = (page) =>
  page.evaluate(() => {
    const own = document.querySelector("#own");
    const draft = own.querySelector("textarea");
    draft?.focus();
    const texts = [...own.querySelectorAll("p, label")].filter((each) => each.checkVisibility());
    return {
      state: own.state,
      texts: texts.map(({ textContent }) => textContent.trim()),
      hasFocus: draft !== null && document.activeElement === draft,
    };
  });
const OUT = { state: "denied", texts: ["signed out"], hasFocus: false };
const PENDING = { state: "unknown", texts: ["one moment"], hasFocus: false };
const SHOWN = { state: "granted", texts: ["Text"], hasFocus: true };
const draft = (page) => page.locator(".draft").inputValue();

/** Returns the element as assistive technology finds it. */
const accessibleTree = (page) => page.locator("#own").ariaSnapshot();

test(
  "its template shows to a signed-in user, its fallback without a user, and its pending part while the session is unknown",
  scenario({ site }, async ({ context, deployment, control }) => {
    const retryLater = { status: 503, headers: { "retry-after": "60" } };
    await control.faults(answering("GET", SESSION, "busy", retryLater));
    const page = await open(context, deployment);
    await put(page);
    await page.evaluate(() => session.settled.then(() => {}));
    assert.deepEqual(await seen(page), PENDING);
    assert.equal(await page.locator(".draft").count(), 0, "not built yet");
    await refresh(page);
    assert.deepEqual(await seen(page), OUT);
    await signIn(page, "ada");
    assert.deepEqual(await seen(page), SHOWN);
    // biome-ignore lint/performance/useDomNodeTextContent: what is shown.
    assert.match(await page.locator("#own").innerText(), /^Draft: Text/);
    await page.evaluate(() => session.logout());
    assert.deepEqual(await seen(page), OUT);
    assert.equal(await page.locator(".draft").count(), 0, "removed");
  }),
);

for (const isPlain of [false, true])
  test(
    `a draft ${isPlain ? "in plain children" : "of its template"} is kept, hidden and out of the tab order, until the same user is back`,
    scenario({ site }, async ({ context, deployment, control }) => {
      const page = await open(context, deployment);
      await put(page, { isPlain });
      await signIn(page, "ada");
      await page.locator(".draft").fill("of Ada");
      await control.expire();
      await refresh(page);
      assert.deepEqual(await seen(page), OUT);
      assert.equal(await draft(page), "of Ada");
      assert.doesNotMatch(await accessibleTree(page), /Save|Text/);
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement.closest("#own")), null);
      await signIn(page, "ada");
      assert.deepEqual(await seen(page), SHOWN);
      assert.equal(await draft(page), "of Ada");
      assert.match(await accessibleTree(page), /Save/);
      await firePageTransition(page, "pagehide");
      assert.deepEqual(await seen(page), PENDING);
      await firePageTransition(page, "pageshow");
      await until("the user", async () => (await seen(page)).state === "granted");
      assert.equal(await draft(page), "of Ada");
    }),
  );

test(
  "a draft is kept and hidden while `reauthenticate` is under way",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await open(context, deployment, "?hold");
    await page.evaluate(() => {
      const reauthenticate = () =>
        new Promise((resolve) => {
          globalThis.signedInAgain = resolve;
        });
      session.close();
      globalThis.session = app.createSession({ tabs: false, reauthenticate });
      app.defineElements(session);
    });
    await put(page);
    await signIn(page, "ada");
    await page.locator(".draft").fill("of Ada");
    await control.expire();
    await page.evaluate(() => {
      globalThis.saved = session.fetch("/agent-hub-api/api/agent/list").then(({ status }) => status);
    });
    await until("reauthenticate to be called", () => page.evaluate(() => "signedInAgain" in globalThis));
    assert.deepEqual(await seen(page), PENDING);
    await context.request.post(deployment.origin + LOGIN, { data: credentialsOf("ada") });
    await page.evaluate(() => void signedInAgain());
    await until("the user", async () => (await seen(page)).state === "granted");
    assert.equal(await draft(page), "of Ada");
  }),
);

test(
  "the content is hidden before any listener of the page is called with a change of the session",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    await put(page);
    await signIn(page, "ada");
    const visibilities = await page.evaluate(async (credentials) => {
      const visibilities = [];
      const noteVisible = () => {
        const field = document.querySelector(".draft");
        visibilities.push(Boolean(field?.checkVisibility()));
      };
      const firePageTransition = (type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
      const own = (event) => {
        noteVisible();
        if (event.type === "abort") session.removeEventListener("identity-ended", own);
      };
      session.addEventListener("identity-ended", own);
      session.identity.signal.addEventListener("abort", own);
      const end = session.subscribe(noteVisible);
      noteVisible();
      visibilities.length = 0;
      firePageTransition("pagehide");
      noteVisible();
      firePageTransition("pageshow");
      await session.login(credentials);
      visibilities.length = 0;
      const signedOut = session.logout();
      noteVisible();
      end();
      await signedOut;
      return visibilities;
    }, credentialsOf("ada"));
    assert.ok(visibilities.length >= 3);
    assert.deepEqual([...new Set(visibilities)], [false]);
  }),
);

test(
  "for another user its template is built anew, and plain children stay hidden",
  scenario({ site }, async ({ context, deployment }) => {
    for (const isPlain of [false, true]) {
      const page = await open(context, deployment);
      await put(page, { isPlain });
      await signIn(page, "ada");
      await page.locator(".draft").fill("of Ada");
      const seenByListeners = await page.evaluate(async (credentials) => {
        const texts = [];
        const end = session.subscribe(() => {
          const fields = [...document.querySelectorAll(".draft")];
          texts.push(...fields.filter((each) => each.checkVisibility()).map(({ value }) => value));
        });
        texts.length = 0;
        await session.login(credentials);
        end();
        return texts;
      }, credentialsOf("grace"));
      assert.ok(!seenByListeners.includes("of Ada"));
      const { state, texts } = await seen(page);
      assert.deepEqual([state, texts], ["granted", isPlain ? [] : ["Text"]]);
      // biome-ignore lint/performance/useDomNodeTextContent: what is shown.
      if (isPlain) assert.equal(await page.locator("#own").innerText(), "");
      else assert.equal(await draft(page), "");
      await changeUser(context, deployment, page, "ada");
      assert.deepEqual((await seen(page)).texts, isPlain ? [] : ["Text"]);
      await page.evaluate(() => {
        const added = Object.assign(document.createElement("p"), { textContent: "added" });
        document.querySelector("#own").append(added);
      });
      assert.ok((await seen(page)).texts.includes("added"), "a child that the page adds for this user");
      await page.evaluate(() => session.logout());
      await page.close();
    }
  }),
);

test(
  "taken out of the page while another user signs in, or given another session, it removes the last user's content",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    await put(page);
    await signIn(page, "ada");
    await page.locator(".draft").fill("of Ada");
    await page.evaluate(() => {
      globalThis.taken = document.querySelector("#own");
      taken.remove();
    });
    await changeUser(context, deployment, page, "grace");
    await page.evaluate(() => document.body.append(taken));
    assert.deepEqual(await seen(page), SHOWN);
    assert.equal(await draft(page), "");
    await page.locator(".draft").fill("of Grace");
    const facts = await page.evaluate(() => {
      const other = app.createSession({ initial: { authenticated: false }, tabs: false });
      taken.session = other;
      const facts = [taken.state, document.querySelectorAll(".draft").length];
      taken.session = undefined;
      other.close();
      return facts;
    });
    assert.deepEqual(facts, ["denied", 0]);
    assert.equal(await draft(page), "");
  }),
);

test(
  "axe finds no violation in any state",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await open(context, deployment);
    await put(page);
    // The page of these tests has no landmarks, and no heading.
    await page.evaluate(() => {
      const main = document.createElement("main");
      main.append(
        Object.assign(document.createElement("h1"), { textContent: "Draft" }),
        ...document.body.children,
      );
      document.body.append(main);
    });
    await until("the fallback", async () => (await seen(page)).state === "denied");
    assert.deepEqual(await axe(page), []);
    await signIn(page, "ada");
    assert.deepEqual(await axe(page), []);
    await control.expire();
    await refresh(page);
    assert.deepEqual(await seen(page), OUT);
    assert.deepEqual(await axe(page), [], "with a draft that is hidden");
  }),
);
