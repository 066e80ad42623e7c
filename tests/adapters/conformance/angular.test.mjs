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

for (const [testMajor, said] of [
  [test, /^22\..* false$/],
  [conformance(angular21), /^21\..* true$/],
])
  testMajor("is the Angular that it says, with zones or without", async ({ open }) => {
    const page = await open({ idle: true });
    assert.match(await page.evaluate(() => `${adapter.version} ${adapter.hasZone}`), said);
  });

test("a part that asks first, long after the app was shown, is told what is live, and not initial", async ({
  open,
  control,
}) => {
  await control.faults(SIGNED_OUT);
  const initial = sessionBody(GRANTED);
  const page = await open({ options: { initial } });
  const made = await page.evaluate(async () => {
    const showLate = await adapter.startLate();
    await session.refresh();
    return showLate();
  });
  assert.equal(made, 0);
  assert.equal(await page.locator("#late").textContent(), "closed");
});

/** Opens the app with a template of the test's, where Ada is signed in. */
async function openWritten(openKnown, template) {
  const page = await openKnown();
  await signIn(page, "ada");
  await page.evaluate((text) => adapter.showWritten(text), template);
  return page;
}
/** Returns what a user sees right after a named event: in the same frame, without a turn of the event loop between. */
const rightAfter = (page, name) =>
  page.evaluate(
    (named) =>
      new Promise((resolve) => {
        const goes = (type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
        const events = {
          // A sign-in may supersede the sign-out.
          "logout()": () => session.logout().catch(() => {}),
          pagehide: () => goes("pagehide"),
          pageshow: () => goes("pageshow"),
          "a change of the page's": () => isOther.set(true),
        };
        requestAnimationFrame(() => {
          events[named]?.();
          // biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count.
          resolve(document.querySelector("#app").innerText.trim());
        });
      }),
    name,
  );
const now = (page) => rightAfter(page);
const thrown = (page) => page.evaluate(() => globalThis.thrown);
test("a gate without a directive is closed right after pagehide, and right after logout()", async ({
  openKnown,
}) => {
  const page = await openWritten(openKnown, "@if (can()) {secret of {{ session().user?.name }}}");
  assert.equal(await now(page), "secret of Ada Lovelace");
  assert.equal(await rightAfter(page, "pagehide"), "");
  await rightAfter(page, "pageshow");
  await until("the gate to open", async () => (await now(page)) === "secret of Ada Lovelace");
  assert.equal(await rightAfter(page, "logout()"), "");
  assert.deepEqual(await thrown(page), []);
});

test("a sign-out while Angular renders closes the gates", async ({ openKnown }) => {
  const page = await openWritten(openKnown, "@if (can()) {secret} @if (isOther()) {<x-signing-out />}");
  assert.equal(await rightAfter(page, "a change of the page's"), "secret");
  await until("the gate to close", async () => (await now(page)) === "");
  assert.deepEqual(await thrown(page), []);
});

for (const slip of ["<x-throwing />", "<x-failing />"])
  test(`gates after ${slip} close, though that throws`, async ({ openKnown }) => {
    const page = await openWritten(openKnown, `@if (can()) {first} ${slip} <x-gated />`);
    assert.match(await now(page), /first.*gated/s);
    assert.doesNotMatch(await rightAfter(page, "logout()"), /first|gated/);
    assert.match((await thrown(page))[0], /name/);
    await signIn(page, "grace");
    assert.match(await now(page), /first.*gated/s);
  });

test("an identity boundary is hidden where its own template throws, and begins anew once that does not", async ({
  openKnown,
}) => {
  const template = "{{ session().user.name }} <main *identityBoundary>secret <input /></main>";
  const page = await openWritten(openKnown, template);
  await page.locator("input").fill("of Ada");
  assert.doesNotMatch(await rightAfter(page, "logout()"), /secret/);
  await signIn(page, "grace");
  assert.match(await now(page), /Grace Hopper\s+secret/);
  assert.equal(await page.locator("input").inputValue(), "");
});

const DRAFT = `
  <main *signedIn="let user; fallback: isOther() ? other : signedOut; pending: moment" class="layout">
    draft of {{ user.name }} {{ session().user.name }} <input />
  </main>
  <ng-template #signedOut>signed out</ng-template>
  <ng-template #other>signed out, said otherwise</ng-template>
  <ng-template #moment>one moment</ng-template>`;

test("what a signed-in user has typed is kept, hidden and unchecked, until that user is back", async ({
  openKnown,
  control,
}) => {
  const page = await openWritten(openKnown, DRAFT);
  const main = page.locator("main");
  const attributes = () => main.evaluate((element) => [element.hidden, element.inert]);
  await page.locator("input").fill("of Ada");
  assert.equal(await main.evaluate((element) => getComputedStyle(element).display), "block", "its own box");
  assert.equal(await rightAfter(page, "pagehide"), "one moment");
  assert.deepEqual(await attributes(), [true, true]);
  await rightAfter(page, "pageshow");
  await until("the draft", async () => (await now(page)) === "draft of Ada Lovelace Ada Lovelace");
  assert.deepEqual(await attributes(), [false, false]);
  await control.expire();
  await refresh(page);
  assert.equal(await now(page), "signed out");
  await rightAfter(page, "a change of the page's");
  await until("the other template", async () => /otherwise/.test(await now(page)));
  await signIn(page, "ada");
  assert.equal(await now(page), "draft of Ada Lovelace Ada Lovelace");
  assert.equal(await page.locator("input").inputValue(), "of Ada");
  await signIn(page, "grace");
  assert.equal(await now(page), "draft of Grace Hopper Grace Hopper");
  assert.equal(await page.locator("input").inputValue(), "");
  assert.equal(await rightAfter(page, "logout()"), "signed out, said otherwise");
  assert.deepEqual(await thrown(page), []);
});

test("a directive that stands on no element says so, and shows nothing", async ({ openKnown }) => {
  for (const text of [
    "<ng-container *signedIn>secret</ng-container>",
    "<ng-template identityBoundary>secret</ng-template>",
  ]) {
    const page = await openWritten(openKnown, text);
    assert.match((await thrown(page))[0], /needs an element/);
    assert.equal(await now(page), "");
  }
});

const SIGN_IN = { redirectTo: "/sign-in?from=%2Freports" };
const guard = (page, conditions, options) =>
  page.evaluate((given) => adapter.guard(...given), [conditions, options]);
const verdict = (page) => page.evaluate(() => globalThis.verdict);
const says = (page, expected) =>
  until(`the guard to say ${expected}`, async () => (await verdict(page)) === `${expected}, 0 listeners`);

test("the guard waits while nothing is known, and then lets pass", async ({ open, control }) => {
  await control.faults(OUTAGE);
  const page = await open();
  await guard(page, FEATURE, SIGN_IN);
  assert.equal(await verdict(page), "waiting");
  await control.faults(SIGNED_IN);
  await refresh(page);
  await says(page, "true");
});

test("the guard refuses, or leads to the sign-in, where the gate is denied, and takes no other option", async ({
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

test("the guard's patience ends, and so does its waiting for a session that is closed", async ({
  open,
  control,
}) => {
  await control.faults(OUTAGE);
  const page = await open();
  await guard(page, FEATURE, { ...SIGN_IN, timeoutMs: 300 });
  await says(page, "/sign-in?from=%2Freports");
  await guard(page, FEATURE, { ...SIGN_IN, timeoutMs: 1e12 });
  await page.waitForTimeout(100);
  assert.equal(await verdict(page), "waiting", "more than a timer can hold is no time at all");
  await page.evaluate(() => session.close());
  await says(page, "/sign-in?from=%2Freports");
  await guard(page, FEATURE);
  await says(page, "false");
});

test("the guard, however patient, refuses once a session that was to try again is over", async ({
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

test("while the user signs in again the guard leads the user nowhere", async ({ open, control }) => {
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
  "Angular, a version that is too old, and a session that is lacking, are said in a sentence",
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
