// `<signed-in>`: what only a signed-in user may see, with the draft in it.

import assert from "node:assert/strict";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { axe } from "../../e2e/support/axe.mjs";
import { answering, LOGIN, SESSION } from "../../e2e/support/identity-api.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { refresh, signIn } from "../conformance/app.mjs";
import { layOut, open } from "../support/site.mjs";

const site = layOut("elements-signed-in", "elements");
const goes = (page, type) =>
  page.evaluate((type) => void dispatchEvent(new PageTransitionEvent(type, { persisted: true })), type);
/** Signs another user in without telling this page. */
async function turnInto(context, deployment, page, name) {
  await context.request.post(deployment.origin + LOGIN, { data: credentialsOf(name) });
  await refresh(page);
}

/** Puts the element into the page: `content` in its template, and beside it what shows otherwise. */
const put = (page, { isPlain = false } = {}) =>
  page.evaluate((isPlain) => {
    for (const gate of document.querySelectorAll("permission-gate, session-gate")) gate.remove();
    const node = (name, properties = {}, ...children) => {
      const made = Object.assign(document.createElement(name), properties);
      made.append(...children);
      return made;
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

/** Returns what a user sees of the element, and whether the field can have the focus. */
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

/** Returns what assistive technology finds of the element. */
const accessible = (page) => page.locator("#own").ariaSnapshot();

test(
  "its template shows to a signed-in user, its fallback to none, and what is pending while nothing is known",
  scenario({ site }, async ({ context, deployment, control }) => {
    const retryLater = { status: 503, headers: { "retry-after": "60" } };
    await control.faults(answering("GET", SESSION, "busy", retryLater));
    const page = await open(context, deployment);
    await put(page);
    await page.evaluate(() => session.settled.then(() => {}));
    assert.deepEqual(await seen(page), PENDING);
    assert.equal(await page.locator(".draft").count(), 0, "not made yet");
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
    `a draft ${isPlain ? "in plain children" : "of its template"} is kept, out of reach, until the same user is back`,
    scenario({ site }, async ({ context, deployment, control }) => {
      const page = await open(context, deployment);
      await put(page, { isPlain });
      await signIn(page, "ada");
      await page.locator(".draft").fill("of Ada");
      await control.expire();
      await refresh(page);
      assert.deepEqual(await seen(page), OUT);
      assert.equal(await draft(page), "of Ada");
      assert.doesNotMatch(await accessible(page), /Save|Text/);
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement.closest("#own")), null);
      await signIn(page, "ada");
      assert.deepEqual(await seen(page), SHOWN);
      assert.equal(await draft(page), "of Ada");
      assert.match(await accessible(page), /Save/);
      await goes(page, "pagehide");
      assert.deepEqual(await seen(page), PENDING);
      await goes(page, "pageshow");
      await until("the user", async () => (await seen(page)).state === "granted");
      assert.equal(await draft(page), "of Ada");
    }),
  );

test(
  "a draft is kept while the user signs in again",
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
    await until("the question", () => page.evaluate(() => "signedInAgain" in globalThis));
    assert.deepEqual(await seen(page), PENDING);
    await context.request.post(deployment.origin + LOGIN, { data: credentialsOf("ada") });
    await page.evaluate(() => void signedInAgain());
    await until("the user", async () => (await seen(page)).state === "granted");
    assert.equal(await draft(page), "of Ada");
  }),
);

test(
  "what was shown is out of reach in the step in which the session changes, before any listener of the page",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    await put(page);
    await signIn(page, "ada");
    const looks = await page.evaluate(async (credentials) => {
      const looks = [];
      const look = () => {
        const field = document.querySelector(".draft");
        looks.push(Boolean(field?.checkVisibility()));
      };
      const goes = (type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
      const own = (event) => {
        look();
        if (event.type === "abort") session.removeEventListener("identity-ended", own);
      };
      session.addEventListener("identity-ended", own);
      session.identity.signal.addEventListener("abort", own);
      const end = session.subscribe(look);
      look();
      looks.length = 0;
      goes("pagehide");
      look();
      goes("pageshow");
      await session.login(credentials);
      looks.length = 0;
      const signedOut = session.logout();
      look();
      end();
      await signedOut;
      return looks;
    }, credentialsOf("ada"));
    assert.ok(looks.length >= 3);
    assert.deepEqual([...new Set(looks)], [false]);
  }),
);

test(
  "another user meets nothing of it: its template is made anew, and plain children stay hidden",
  scenario({ site }, async ({ context, deployment }) => {
    for (const isPlain of [false, true]) {
      const page = await open(context, deployment);
      await put(page, { isPlain });
      await signIn(page, "ada");
      await page.locator(".draft").fill("of Ada");
      const inThatStep = await page.evaluate(async (credentials) => {
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
      assert.ok(!inThatStep.includes("of Ada"));
      const { state, texts } = await seen(page);
      assert.deepEqual([state, texts], ["granted", isPlain ? [] : ["Text"]]);
      // biome-ignore lint/performance/useDomNodeTextContent: what is shown.
      if (isPlain) assert.equal(await page.locator("#own").innerText(), "");
      else assert.equal(await draft(page), "");
      await turnInto(context, deployment, page, "ada");
      assert.deepEqual((await seen(page)).texts, isPlain ? [] : ["Text"]);
      await page.evaluate(() => {
        const added = Object.assign(document.createElement("p"), { textContent: "added" });
        document.querySelector("#own").append(added);
      });
      assert.ok((await seen(page)).texts.includes("added"), "what the page adds for this user");
      await page.evaluate(() => session.logout());
      await page.close();
    }
  }),
);

test(
  "taken out of the page while another user comes, or given another session, it forgets the last user",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    await put(page);
    await signIn(page, "ada");
    await page.locator(".draft").fill("of Ada");
    await page.evaluate(() => {
      globalThis.taken = document.querySelector("#own");
      taken.remove();
    });
    await turnInto(context, deployment, page, "grace");
    await page.evaluate(() => document.body.append(taken));
    assert.deepEqual(await seen(page), SHOWN);
    assert.equal(await draft(page), "");
    await page.locator(".draft").fill("of Grace");
    const left = await page.evaluate(() => {
      const other = app.createSession({ initial: { authenticated: false }, tabs: false });
      taken.session = other;
      const left = [taken.state, document.querySelectorAll(".draft").length];
      taken.session = undefined;
      other.close();
      return left;
    });
    assert.deepEqual(left, ["denied", 0]);
    assert.equal(await draft(page), "");
  }),
);

test(
  "axe finds nothing wrong in any state",
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
