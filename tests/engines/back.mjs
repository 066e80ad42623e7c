// Back to a page that was left: the very page, out of the back/forward cache, or one that is loaded anew. Nothing of a session
// that is over may stand open on it, whichever it is.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../e2e/support/accounts.mjs";
import { gatesOf, known, logout, signIn } from "../e2e/support/bare-page.mjs";
import { closedGates, FEATURES } from "../e2e/support/features.mjs";
import { LOGOUT, PERMISSIONS, SESSION } from "../e2e/support/identity-api.mjs";
import { arrival, goBack } from "../e2e/support/page-life.mjs";
import { leaveFor, reload, signInUnheard, untilShown } from "./stage.mjs";

/** A page that hears no other: what it learns on its return, it learns by its own. */
const alone = { options: { tabs: false } };

/** Who keeps the page. Playwright's Chromium has the cache off. */
const KEEPERS = ["firefox", "webkit"];
/** The same, for a page that another tab sends a message to: Firefox then drops it. */
const KEEPERS_OF_A_LISTENER = ["webkit"];

export function back(scenario) {
  scenario("Back after a sign-out on the page finds nothing open", async (given) => {
    const page = await openSignedIn(given);
    await logout(page);
    await leave(page, given);
    await comeBack(page, given);
    assert.equal((await known(page)).status, "unauthenticated");
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
    assert.deepEqual(await openLooksOf(page), []);
  });

  scenario("Back after a sign-out elsewhere opens nothing, at no moment", async (given) => {
    const page = await openSignedIn(given, alone);
    await leave(page, given);
    await page.evaluate((path) => fetch(path, { method: "POST" }).then(() => {}), LOGOUT);
    await comeBack(page, given);
    await untilShown(page, { status: "unauthenticated" });
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
    assert.deepEqual(await openLooksOf(page), []);
  });

  scenario("Back after a sign-out in another tab finds nothing open", async (given) => {
    const page = await openSignedIn(given);
    const other = await given.open();
    await leave(page, given);
    await logout(other);
    await comeBack(page, given, { keptBy: KEEPERS_OF_A_LISTENER });
    await untilShown(page, { status: "unauthenticated" });
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
    assert.deepEqual(await openLooksOf(page), []);
  });

  scenario(
    "Back sends nothing that the page asks for as it is shown again as another user",
    async (given) => {
      const deployment = await given.another(["--bearer", "cookie"]);
      const page = await given.open(deployment, alone);
      await signIn(page, "ada");
      // Without a token the cookie alone says who asks.
      await reload(page);
      await page.evaluate((path) => {
        const ask = () =>
          session.fetch(path).then(
            async (answer) => (await answer.json()).data?.user_type,
            ({ code }) => code,
          );
        document.addEventListener("visibilitychange", () => {
          if (!document.hidden) globalThis.asked = ask();
        });
      }, PERMISSIONS);
      await leave(page, { ...given, deployment });
      await signInUnheard(page, credentialsOf("grace"));
      await deployment.control.faults({ method: "GET", path: SESSION, times: 1, delay_ms: 300 });
      await goBack(page);
      await arrival(page, () => "session" in globalThis);
      assert.notEqual(await page.evaluate(() => globalThis.asked), "expert");
    },
  );

  scenario(
    "Back finds gates closed until the deployment has answered, and shows the user who is signed in by then",
    async (given) => {
      const { control } = given;
      const page = await openSignedIn(given, alone);
      await leave(page, given);
      await signInUnheard(page, credentialsOf("grace"));
      await control.faults({ method: "GET", path: SESSION, times: 50, drop: "hang" });
      await comeBack(page, given, { early: true });
      assert.equal(await page.evaluate(() => session.snapshot.status), "unknown");
      assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
      assert.deepEqual(await openLooksOf(page), []);
      await control.clearFaults();
      // What hangs is not answered any more.
      await page.evaluate(() => {
        session.close();
        globalThis.seen = bare.start({ tabs: false });
        globalThis.session = seen.session;
      });
      assert.equal((await known(page)).user.email, ACCOUNTS.grace.email);
    },
  );
}

/** A page, signed in as Ada, that notes at each moment of its return whether a gate stands open. */
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

/** Goes on to another page of the deployment, one without a session. */
async function leave(page, { deployment }) {
  await leaveFor(page, `${deployment.origin}/bare.html?idle`);
  await arrival(
    page,
    () => location.search === "?idle=" || (location.search === "?idle" && "bare" in globalThis),
  );
}

/** Goes back, to the very page in the engines of `keptBy`. A page that was kept has then noted its return. */
async function comeBack(page, { name }, { early = false, keptBy = KEEPERS } = {}) {
  await goBack(page);
  await arrival(
    page,
    () => "session" in globalThis && (!("looks" in globalThis) || "persisted" in globalThis),
  );
  const isKept = await page.evaluate(() => globalThis.persisted === true);
  assert.ok(isKept || !keptBy.includes(name), `${name} has loaded the page anew`);
  if (!early) await known(page).catch(() => {});
}

/** The moments at which something stood open; none is noted on a page that was loaded anew. */
const openLooksOf = (page) => page.evaluate(() => (globalThis.looks ?? []).filter(({ isOpen }) => isOpen));
