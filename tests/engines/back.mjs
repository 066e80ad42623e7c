// The Back button to a page that was left: from the back/forward cache, or loaded again. In both cases no gate may be open for a session
// that has ended.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../e2e/support/accounts.mjs";
import { gatesOf, known, logout, signIn } from "../e2e/support/bare-page.mjs";
import { closedGates, FEATURES } from "../e2e/support/features.mjs";
import { LOGOUT, PERMISSIONS, SESSION } from "../e2e/support/identity-api.mjs";
import { arrival, goBack } from "../e2e/support/page-life.mjs";
import { leaveFor, reload, signInUnheard, untilShown } from "./stage.mjs";

/** Options of a page that gets no messages of other tabs. */
const alone = { options: { tabs: false } };

/** The engines that keep the page in the cache. Playwright's Chromium has the cache off. */
const KEEPERS = ["firefox", "webkit"];
/** The engines that keep a page to which another tab sends a message: Firefox drops it. */
const KEEPERS_OF_A_LISTENER = ["webkit"];

export function back(scenario) {
  scenario("Back after a sign-out on the page finds every gate closed", async (given) => {
    const page = await openSignedIn(given);
    await logout(page);
    await leave(page, given);
    await goBackTo(page, given);
    assert.equal((await known(page)).status, "unauthenticated");
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
    assert.deepEqual(await openLooksOf(page), []);
  });

  scenario("Back after a sign-out elsewhere opens no gate, at any moment", async (given) => {
    const page = await openSignedIn(given, alone);
    await leave(page, given);
    await page.evaluate((path) => fetch(path, { method: "POST" }).then(() => {}), LOGOUT);
    await goBackTo(page, given);
    await untilShown(page, { status: "unauthenticated" });
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
    assert.deepEqual(await openLooksOf(page), []);
  });

  scenario("Back after a sign-out in another tab finds every gate closed", async (given) => {
    const page = await openSignedIn(given);
    const other = await given.open();
    await leave(page, given);
    await logout(other);
    await goBackTo(page, given, { keptBy: KEEPERS_OF_A_LISTENER });
    await untilShown(page, { status: "unauthenticated" });
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
    assert.deepEqual(await openLooksOf(page), []);
  });

  scenario("Back sends no request of the page as the user who is signed in by then", async (given) => {
    const deployment = await given.another(["--bearer", "cookie"]);
    const page = await given.open(deployment, alone);
    await signIn(page, "ada");
    // Without a token, the cookie alone says whose request it is.
    await reload(page);
    await page.evaluate((path) => {
      const send = () =>
        session.fetch(path).then(
          async (answer) => (await answer.json()).data?.user_type,
          ({ code }) => code,
        );
      document.addEventListener("visibilitychange", () => {
        if (!document.hidden) globalThis.answer = send();
      });
    }, PERMISSIONS);
    await leave(page, { ...given, deployment });
    await signInUnheard(page, credentialsOf("grace"));
    await deployment.control.faults({ method: "GET", path: SESSION, times: 1, delay_ms: 300 });
    await goBack(page);
    await arrival(page, () => "session" in globalThis);
    assert.notEqual(await page.evaluate(() => globalThis.answer), "expert");
  });

  scenario(
    "Back finds gates closed until the deployment has answered, and shows the user who is signed in by then",
    async (given) => {
      const { control } = given;
      const page = await openSignedIn(given, alone);
      await leave(page, given);
      await signInUnheard(page, credentialsOf("grace"));
      await control.faults({ method: "GET", path: SESSION, times: 50, drop: "hang" });
      await goBackTo(page, given, { early: true });
      assert.equal(await page.evaluate(() => session.snapshot.status), "unknown");
      assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
      assert.deepEqual(await openLooksOf(page), []);
      await control.clearFaults();
      // The session that waits for the hanging answer is replaced.
      await page.evaluate(() => {
        session.close();
        globalThis.seen = bare.start({ tabs: false });
        globalThis.session = seen.session;
      });
      assert.equal((await known(page)).user.email, ACCOUNTS.grace.email);
    },
  );
}

/** Opens a page, signed in as Ada, that notes at each moment of its return whether a gate is open. */
async function openSignedIn({ deployment, open }, how) {
  const page = await open(deployment, how);
  await signIn(page, "ada");
  await page.evaluate(() => {
    globalThis.looks = [];
    const look = (when) => {
      const { permissions } = session;
      const isOpen = permissions.can("chat-history") || Object.keys(permissions.features).length > 0;
      if (!document.hidden) looks.push({ when, isOpen });
    };
    document.addEventListener("visibilitychange", () => look("visibilitychange"));
    addEventListener("pageshow", ({ persisted }) => {
      globalThis.persisted = persisted;
      look("pageshow");
      requestAnimationFrame(() => look("frame"));
    });
    addEventListener("pagehide", () => {
      looks.length = 0;
      delete globalThis.persisted;
    });
  });
  return page;
}

/** Goes to a page of the deployment without a session. */
async function leave(page, { deployment }) {
  await leaveFor(page, `${deployment.origin}/bare.html?idle`);
  await arrival(
    page,
    () => location.search === "?idle=" || (location.search === "?idle" && "bare" in globalThis),
  );
}

/** Goes back, in the engines of `keptBy` to the page from the cache, which has then noted its return. */
async function goBackTo(page, { name }, { early = false, keptBy = KEEPERS } = {}) {
  await goBack(page);
  await arrival(
    page,
    () => "session" in globalThis && (!("looks" in globalThis) || "persisted" in globalThis),
  );
  const isKept = await page.evaluate(() => globalThis.persisted === true);
  assert.ok(isKept || !keptBy.includes(name), `${name} has loaded the page again`);
  if (!early) await known(page).catch(() => {});
}

/** Returns the moments at which a gate was open; a page that was loaded again has noted none. */
const openLooksOf = (page) => page.evaluate(() => (globalThis.looks ?? []).filter(({ isOpen }) => isOpen));
