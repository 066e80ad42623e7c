// Scenarios of the view `Menu` (`apps/parts.js`): lists of permissions, why a gate is closed, the request to sign in again, and session events.

import assert from "node:assert/strict";
import { answering, ROLES, sessionBody } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";
import {
  featuresWith,
  OUTAGE,
  readRule,
  refresh,
  rendersOf,
  SIGNED_OUT,
  showsText,
  signIn,
  signOutUnderRule,
  textOf,
} from "./app.mjs";

const MENU = { view: "Menu" };
/** Returns the rule that answers reads with a user who has these features (`featuresWith`). */
const readWith = (features, user) => readRule(sessionBody(featuresWith(...features), user));

export function menus({ test }) {
  test("a menu that is made of a list follows the role, and the sign-out", async ({ open, control }) => {
    const page = await open({ mount: MENU });
    await showsText(page, "states", "denied denied denied");
    await signIn(page, "ada");
    await showsText(page, "menu", "chat-history");
    await control.account("ada@example.com", { role: "administrator" });
    await refresh(page);
    await showsText(page, "menu", "chat-history report-analysis scrum-team-agent");
    await showsText(page, "states", "granted granted granted");
    assert.match(await textOf(page, "listed"), /chat-history .*scrum-team-agent/);
    await page.evaluate(() => session.logout());
    await showsText(page, "menu", "");
    await showsText(page, "listed", "");
  });

  test("permissions are denied once a read has no features, and are another object only where a permission has changed", async ({
    open,
    control,
  }) => {
    await control.faults(OUTAGE);
    const page = await open({ mount: MENU });
    await showsText(page, "states", "unknown unknown unknown");
    await control.faults(readRule(sessionBody({})));
    await refresh(page);
    await showsText(page, "states", "denied denied denied");
    await control.faults(readWith(["chat-history"]));
    await refresh(page);
    await showsText(page, "menu", "chat-history");
    const { menu: before } = await rendersOf(page);
    await control.faults(readWith(["chat-history"], { name: "Ada King" }));
    await refresh(page);
    assert.equal((await rendersOf(page)).menu, before, "another name");
    await control.faults(readWith(["chat-history", "report-analysis"]));
    await refresh(page);
    await showsText(page, "menu", "chat-history report-analysis");
    assert.equal((await rendersOf(page)).menu, before + 1);
  });

  test("a gate says why the roles could not be read, and renders again where only that has changed", async ({
    open,
    control,
  }) => {
    const refused = answering("GET", ROLES, "no", { status: 403, times: 1000 });
    await control.faults(readWith(["chat-history"]), refused);
    const page = await open({ mount: MENU });
    await showsText(page, "why", "denied false forbidden");
    await control.faults(readWith([]), refused);
    await refresh(page);
    await showsText(page, "why", "denied false null");
    const { why: before } = await rendersOf(page);
    await control.faults(readWith(["report-analysis"]), refused);
    await refresh(page);
    assert.equal((await rendersOf(page)).why, before, "another feature");
    await control.faults(readWith(["chat-history"], { userType: "expert" }), refused);
    await refresh(page);
    await showsText(page, "why", "granted true null");
    await signOutUnderRule(control, page);
    await showsText(page, "why", "denied false null");
  });

  test("an event calls the listener of the newest rendering, until its component is unmounted", async ({
    openReady,
    control,
  }) => {
    await control.faults(readRule(sessionBody({})));
    const page = await openReady(MENU);
    const fireSignedOut = () =>
      page.evaluate(() => {
        session.dispatchEvent(new CustomEvent("signed-out"));
        return globalThis.heard.splice(0);
      });
    await until("the listener", async () => (await fireSignedOut()).join() === "signed-out 0");
    const listeners = () => page.evaluate(() => counting.listeners());
    const before = await listeners();
    await page.evaluate(() => view.change());
    await showsText(page, "number", "1");
    assert.deepEqual(await fireSignedOut(), ["signed-out 1"]);
    assert.equal(await listeners(), before);
    await page.evaluate(() => view.unmount());
    await until("no listener", async () => (await listeners()) === 0);
    assert.deepEqual(await fireSignedOut(), []);
  });

  test("the request to sign in again is shown until it ends, and has no listener after the unmount", async ({
    open,
    control,
  }) => {
    await control.faults(SIGNED_OUT);
    const page = await open({ mount: MENU });
    await showsText(page, "request", "nothing");
    await page.evaluate(() => requests.set({ reason: "ended", user: { name: "Ada Lovelace" } }));
    await showsText(page, "request", "ended Ada Lovelace");
    await page.evaluate(() => requests.set(null));
    await showsText(page, "request", "nothing");
    await page.evaluate(() => requests.set({ reason: "bearer", user: { name: "Grace Hopper" } }));
    await page.evaluate(() => view.unmount());
    await until("no listener", () => page.evaluate(() => requests.listeners() === 0));
    await page.evaluate(() => adapter.mount({ view: "Menu" }));
    await showsText(page, "request", "bearer Grace Hopper");
  });
}
