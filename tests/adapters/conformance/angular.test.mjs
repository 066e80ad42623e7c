// Tests of what only Angular does. In the page, `adapter`, `session` and `view` are globals of `apps/page.js`.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { createSession } from "../../../pkg/index.js";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { sessionBody } from "../../e2e/support/identity-api.mjs";
import { test as testInNode } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { importBundled } from "../support/bundle.mjs";
import { angular21, angular22 } from "./angular.mjs";
import { FEATURE, GRANTED, OUTAGE, refresh, SIGNED_IN, SIGNED_OUT, signIn } from "./app.mjs";
import { conformance } from "./conformance.mjs";

const test = conformance(angular22);

for (const [testMajor, expected] of [
  [test, /^22\..* false$/],
  [conformance(angular21), /^21\..* true$/],
])
  testMajor(
    "the page runs the major of Angular that its name says, with or without zone.js",
    async ({ open }) => {
      const page = await open({ idle: true });
      assert.match(await page.evaluate(() => `${adapter.version} ${adapter.hasZone}`), expected);
    },
  );

test("a gate that is created long after the app began shows the live state, and not `initial`", async ({
  open,
  control,
}) => {
  await control.faults(SIGNED_OUT);
  const initial = sessionBody(GRANTED);
  const page = await open({ options: { initial } });
  const contentCount = await page.evaluate(async () => {
    const showLate = await adapter.startLate();
    await session.refresh();
    return showLate();
  });
  assert.equal(contentCount, 0);
  assert.equal(await page.locator("#late").textContent(), "closed");
});

/** Opens an app with this template, and signs Ada in. */
async function openTemplate(openReady, template) {
  const page = await openReady();
  await signIn(page, "ada");
  await page.evaluate((text) => adapter.showTemplate(text), template);
  return page;
}
/** Makes an event happen, and returns what a user sees right after it: in the same frame, before another turn of the event loop. */
const rightAfter = (page, event) =>
  page.evaluate(
    (name) =>
      new Promise((resolve) => {
        const dispatch = (type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
        const events = {
          // A sign-in may supersede the sign-out.
          "logout()": () => session.logout().catch(() => {}),
          pagehide: () => dispatch("pagehide"),
          pageshow: () => dispatch("pageshow"),
          "isOther is set": () => isOther.set(true),
        };
        requestAnimationFrame(() => {
          events[name]?.();
          // biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count.
          resolve(document.querySelector("#app").innerText.trim());
        });
      }),
    event,
  );
const visibleText = (page) => rightAfter(page);
const thrown = (page) => page.evaluate(() => globalThis.thrown);
test("a gate in a template's own condition is closed right after pagehide, and right after logout()", async ({
  openReady,
}) => {
  const page = await openTemplate(openReady, "@if (can()) {secret of {{ session().user?.name }}}");
  assert.equal(await visibleText(page), "secret of Ada Lovelace");
  assert.equal(await rightAfter(page, "pagehide"), "");
  await rightAfter(page, "pageshow");
  await until("the gate to open", async () => (await visibleText(page)) === "secret of Ada Lovelace");
  assert.equal(await rightAfter(page, "logout()"), "");
  assert.deepEqual(await thrown(page), []);
});

test("logout() while Angular renders closes the gates", async ({ openReady }) => {
  const page = await openTemplate(openReady, "@if (can()) {secret} @if (isOther()) {<x-signing-out />}");
  assert.equal(await rightAfter(page, "isOther is set"), "secret");
  await until("the gate to close", async () => (await visibleText(page)) === "");
  assert.deepEqual(await thrown(page), []);
});

for (const component of ["<x-throwing />", "<x-failing />"])
  test(`gates before and after ${component}, which throws at a sign-out, close all the same`, async ({
    openReady,
  }) => {
    const page = await openTemplate(openReady, `@if (can()) {first} ${component} <x-gated />`);
    assert.match(await visibleText(page), /first.*gated/s);
    assert.doesNotMatch(await rightAfter(page, "logout()"), /first|gated/);
    assert.match((await thrown(page))[0], /name/);
    await signIn(page, "grace");
    assert.match(await visibleText(page), /first.*gated/s);
  });

test("an identity boundary is hidden while the template around it throws, and is built anew for the next user", async ({
  openReady,
}) => {
  const template = "{{ session().user.name }} <main *identityBoundary>secret <input /></main>";
  const page = await openTemplate(openReady, template);
  await page.locator("input").fill("of Ada");
  assert.doesNotMatch(await rightAfter(page, "logout()"), /secret/);
  await signIn(page, "grace");
  assert.match(await visibleText(page), /Grace Hopper\s+secret/);
  assert.equal(await page.locator("input").inputValue(), "");
});

const DRAFT = `
  <main *signedIn="let user; fallback: isOther() ? other : signedOut; pending: moment" class="layout">
    draft of {{ user.name }} {{ session().user.name }} <input />
  </main>
  <ng-template #signedOut>signed out</ng-template>
  <ng-template #other>signed out, in other words</ng-template>
  <ng-template #moment>one moment</ng-template>`;

test("a signed-in user's draft is kept, hidden and without change detection, until that user is back", async ({
  openReady,
  control,
}) => {
  const page = await openTemplate(openReady, DRAFT);
  const main = page.locator("main");
  const attributes = () => main.evaluate((element) => [element.hidden, element.inert]);
  await page.locator("input").fill("of Ada");
  assert.equal(await main.evaluate((element) => getComputedStyle(element).display), "block", "its own box");
  assert.equal(await rightAfter(page, "pagehide"), "one moment");
  assert.deepEqual(await attributes(), [true, true]);
  await rightAfter(page, "pageshow");
  await until("the draft", async () => (await visibleText(page)) === "draft of Ada Lovelace Ada Lovelace");
  assert.deepEqual(await attributes(), [false, false]);
  await control.expire();
  await refresh(page);
  assert.equal(await visibleText(page), "signed out");
  await rightAfter(page, "isOther is set");
  await until("the other template", async () => /in other words/.test(await visibleText(page)));
  await signIn(page, "ada");
  assert.equal(await visibleText(page), "draft of Ada Lovelace Ada Lovelace");
  assert.equal(await page.locator("input").inputValue(), "of Ada");
  await signIn(page, "grace");
  assert.equal(await visibleText(page), "draft of Grace Hopper Grace Hopper");
  assert.equal(await page.locator("input").inputValue(), "");
  assert.equal(await rightAfter(page, "logout()"), "signed out, in other words");
  assert.deepEqual(await thrown(page), []);
});

test("a directive on no element throws a sentence that says so, and shows nothing", async ({ openReady }) => {
  for (const text of [
    "<ng-container *signedIn>secret</ng-container>",
    "<ng-template identityBoundary>secret</ng-template>",
  ]) {
    const page = await openTemplate(openReady, text);
    assert.match((await thrown(page))[0], /needs an element/);
    assert.equal(await visibleText(page), "");
  }
});

const SIGN_IN = { redirectTo: "/sign-in?from=%2Freports" };
const guard = (page, conditions, options) =>
  page.evaluate((args) => adapter.guard(...args), [conditions, options]);
const verdict = (page) => page.evaluate(() => globalThis.verdict);
const says = (page, expected) =>
  until(`the guard to say ${expected}`, async () => (await verdict(page)) === `${expected}, 0 listeners`);

test("the guard waits while the session is unknown, and lets a user with the feature pass", async ({
  open,
  control,
}) => {
  await control.faults(OUTAGE);
  const page = await open();
  await guard(page, FEATURE, SIGN_IN);
  assert.equal(await verdict(page), "waiting");
  await control.faults(SIGNED_IN);
  await refresh(page);
  await says(page, "true");
});

test("the guard refuses or redirects where the gate is denied, and throws for an unknown option", async ({
  open,
  control,
}) => {
  await control.faults(SIGNED_OUT);
  const page = await open();
  await guard(page, FEATURE);
  await says(page, "false");
  await guard(page, FEATURE, SIGN_IN);
  await says(page, "/sign-in?from=%2Freports");
  await guard(page, { status: "unauthenticated" });
  await says(page, "true");
  await guard(page, { feature: undefined, status: "unauthenticated" });
  await says(page, "false");
  const misspelt = guard(page, FEATURE, { redirect: "/sign-in" });
  await assert.rejects(misspelt, /TypeError: no option redirect: redirectTo, timeoutMs\?/);
});

test("a waiting guard refuses after `timeoutMs`, and once the session is closed", async ({
  open,
  control,
}) => {
  await control.faults(OUTAGE);
  const page = await open();
  await guard(page, FEATURE, { ...SIGN_IN, timeoutMs: 300 });
  await says(page, "/sign-in?from=%2Freports");
  await guard(page, FEATURE, { ...SIGN_IN, timeoutMs: 1e12 });
  await page.waitForTimeout(100);
  assert.equal(await verdict(page), "waiting", "longer than a timer can wait is no limit");
  await page.evaluate(() => session.close());
  await says(page, "/sign-in?from=%2Freports");
  await guard(page, FEATURE);
  await says(page, "false");
});

test("a guard that waits without limit while the session tries again refuses once the session is closed", async ({
  open,
  control,
}) => {
  const path = "/pkg/wasm/platform_session_bg.wasm";
  await control.faults(OUTAGE, {
    method: "GET",
    path,
    times: 100,
    status: 503,
  });
  const page = await open();
  await guard(page, FEATURE, { timeoutMs: Number.POSITIVE_INFINITY });
  const failure = () => page.evaluate(() => session.snapshot.error?.retryable);
  await until("a failure that may pass", async () => (await failure()) === true);
  assert.equal(await verdict(page), "waiting");
  await page.evaluate(() => session.close());
  assert.equal(await failure(), false);
  await says(page, "false");
});

test("the guard waits, and does not redirect, while the user is asked to sign in again", async ({
  open,
  control,
}) => {
  const page = await open({ idle: true });
  await page.evaluate(async (credentials) => {
    globalThis.session = adapter.platformSession.createSession({
      tabs: false,
      reauthenticate: (within) =>
        new Promise((resolve) => {
          globalThis.signInAgain = () => within.login(credentials).then(() => resolve());
        }),
    });
    await session.login(credentials);
    await session.refresh();
  }, credentialsOf("ada"));
  await control.expire();
  await page.evaluate(() => {
    session.fetch("/agent-hub-api/api/agent/list");
  });
  await until("the dialog", () => page.evaluate(() => session.snapshot.reauthenticating));
  await guard(page, FEATURE, { ...SIGN_IN, timeoutMs: 100 });
  await page.waitForTimeout(300);
  assert.equal(await verdict(page), "waiting");
  await page.evaluate(() => signInAgain());
  await says(page, "true");
});

testInNode(
  "Angular: a version that is too old, and a missing session, each throw a sentence that says so",
  async () => {
    const tooOld = fileURLToPath(new URL("apps/angular-too-old.js", import.meta.url));
    const { provideSession } = await importBundled("../conformance/apps/angular-provide.js", {
      name: "angular-old",
      alias: { "@angular/core": tooOld },
    });
    assert.throws(
      () => provideSession(createSession()),
      /^Error: platform-session\/angular needs Angular 21 or later\.$/,
    );
    assert.throws(
      () => provideSession(undefined),
      /^TypeError: provideSession needs a session: provideSession\(createSession\(\)\)\.$/,
    );
  },
);
