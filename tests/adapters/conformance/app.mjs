// Drives the app of a framework in a page, and reads what it shows.

import assert from "node:assert/strict";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { answering, SESSION, sessionBody } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";

export const FEATURE = { feature: "chat-history" };
export const GRANTED = { "chat-history": { enabled: true, limit: null } };
/** Returns the features of a session body: two are listed, and those of these names are enabled. */
export const featuresWith = (...granted) =>
  Object.fromEntries(
    ["chat-history", "report-analysis"].map((name) => [
      name,
      { enabled: granted.includes(name), limit: null },
    ]),
  );
/** Returns the fault rule that answers every read with this body, until another rule replaces it. */
export const readRule = (body) => answering("GET", SESSION, body, { times: 1000 });
/** The rule that answers reads with a user who has only the feature of `GRANTED`. */
export const SIGNED_IN = readRule(sessionBody(GRANTED));
export const SIGNED_OUT = readRule({ authenticated: false });
/** The rule that makes every read fail. */
export const OUTAGE = answering("GET", SESSION, "busy", { status: 503, times: 1000 });

/** Opens the app and creates a session with `options`, unless `idle`. `mount`: what to mount in the same turn, as options of `adapter.mount` (`apps/page.js`). */
export async function openApp(context, deployment, { options = {}, idle = false, mount } = {}) {
  const page = await context.newPage();
  await load(page, deployment);
  if (!idle)
    await page.evaluate(
      ([sessionOptions, mountOptions]) => {
        adapter.start(sessionOptions);
        if (mountOptions) adapter.mount(mountOptions);
      },
      [options, mount],
    );
  return page;
}

/** Loads the app's document into the page. */
export async function load(page, { origin }) {
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => globalThis.adapter);
}

/** Opens the app, and mounts only after the session is ready. */
export async function openReady(context, deployment, mount) {
  const page = await openApp(context, deployment);
  await page.evaluate(async (mountOptions) => {
    await session.ready;
    if (mountOptions) adapter.mount(mountOptions);
  }, mount);
  return page;
}

export const signIn = (page, name) =>
  page.evaluate((credentials) => session.login(credentials).then(() => {}), credentialsOf(name));
export const signOut = (page) => page.evaluate(() => session.logout());
/** Signs out in a page while a rule answers its reads: from now on the rule is `SIGNED_OUT`. */
export async function signOutUnderRule(control, page) {
  await control.faults(SIGNED_OUT);
  await signOut(page);
}
export const refresh = (page) => page.evaluate(() => session.refresh().then(() => {}));

/** Returns all texts that each element has shown, by the element's id. */
export const textsOf = (page) => page.evaluate(() => seen);
export const textOf = (page, id) => page.locator(`#${id}`).textContent();
export const showsText = (page, id, text) =>
  until(`${id} to show ${text}`, async () => (await textOf(page, id)) === text);

/** Returns how often each part was rendered, a few frames from now: React and Vue render in later turns. */
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
