// Drives the app of a framework in a page, and reads what it shows.

import assert from "node:assert/strict";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { answering, SESSION, sessionBody } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";

export const FEATURE = { feature: "chat-history" };
export const GRANTED = { "chat-history": { enabled: true, limit: null } };
/** The map of features in which these are granted, of the two that are listed. */
export const listing = (...granted) =>
  Object.fromEntries(
    ["chat-history", "report-analysis"].map((name) => [
      name,
      { enabled: granted.includes(name), limit: null },
    ]),
  );
/** The fault rule by which every read is answered with this body, until another rule takes its place. */
export const reading = (body) => answering("GET", SESSION, body, { times: 1000 });
/** The rule by which reads name a user who has that feature and no other. */
export const SIGNED_IN = reading(sessionBody(GRANTED));
export const SIGNED_OUT = reading({ authenticated: false });
/** The rule by which no read succeeds. */
export const OUTAGE = answering("GET", SESSION, "busy", { status: 503, times: 1000 });

/** Opens the app, with a session of these `options`; with `idle`, without one; with `mount`, mounted in the same turn (`apps/page.js`). */
export async function openApp(context, deployment, { options = {}, idle = false, mount } = {}) {
  const page = await context.newPage();
  await load(page, deployment);
  if (!idle)
    await page.evaluate(
      ([given, mounted]) => {
        adapter.start(given);
        if (mounted) adapter.mount(mounted);
      },
      [options, mount],
    );
  return page;
}

/** Loads the app, in place of what the page had before. */
export async function load(page, { origin }) {
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => globalThis.adapter);
}

/** Opens the app as `openApp` does, but the session is known before anything is mounted. */
export async function openKnown(context, deployment, mount) {
  const page = await openApp(context, deployment);
  await page.evaluate(async (mounted) => {
    await session.ready;
    if (mounted) adapter.mount(mounted);
  }, mount);
  return page;
}

export const signIn = (page, name) =>
  page.evaluate((credentials) => session.login(credentials).then(() => {}), credentialsOf(name));
export const signOut = (page) => page.evaluate(() => session.logout());
/** Signs out in a page that has `SIGNED_IN` as the rule for its reads. */
export async function signOutOf(control, page) {
  await control.faults(SIGNED_OUT);
  await signOut(page);
}
export const refresh = (page) => page.evaluate(() => session.refresh().then(() => {}));

/** Every text that each element has shown, by the element's id. */
export const textsOf = (page) => page.evaluate(() => seen);
export const textOf = (page, id) => page.locator(`#${id}`).textContent();
export const showsText = (page, id, text) =>
  until(`${id} to show ${text}`, async () => (await textOf(page, id)) === text);

/** How often each part was rendered, once nothing more is to come: React and Vue render in later turns. */
export const rendersOf = (page) =>
  page.evaluate(async () => {
    for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return { ...adapter.renders };
  });

export const assertNoMismatch = (watch) =>
  assert.deepEqual(
    watch.consoleLines.filter((line) => /hydrat|mismatch|did not match/i.test(line)),
    [],
  );
