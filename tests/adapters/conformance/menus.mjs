// Menus that are made of lists, and what shows why a gate is closed, what is asked for, and what happens (`apps/parts.js`).

import assert from "node:assert/strict";
import { answering, ROLES, sessionBody } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";
import {
  listing,
  OUTAGE,
  reading,
  refresh,
  rendersOf,
  SIGNED_OUT,
  showsText,
  signIn,
  signOutOf,
  textOf,
} from "./app.mjs";

const MENU = { view: "Menu" };
/** The rule by which reads name a user who has these features, of the two that are listed. */
const listed = (features, user) => reading(sessionBody(listing(...features), user));

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

  test("permissions become known without any feature, and are made anew for nothing else than a permission", async ({
    open,
    control,
  }) => {
    await control.faults(OUTAGE);
    const page = await open({ mount: MENU });
    await showsText(page, "states", "unknown unknown unknown");
    await control.faults(reading(sessionBody({})));
    await refresh(page);
    await showsText(page, "states", "denied denied denied");
    await control.faults(listed(["chat-history"]));
    await refresh(page);
    await showsText(page, "menu", "chat-history");
    const { menu: before } = await rendersOf(page);
    await control.faults(listed(["chat-history"], { name: "Ada King" }));
    await refresh(page);
    assert.equal((await rendersOf(page)).menu, before, "another name");
    await control.faults(listed(["chat-history", "report-analysis"]));
    await refresh(page);
    await showsText(page, "menu", "chat-history report-analysis");
    assert.equal((await rendersOf(page)).menu, before + 1);
  });

  test("a gate says why the roles could not be read, also where that alone has changed", async ({
    open,
    control,
  }) => {
    const refused = answering("GET", ROLES, "no", { status: 403, times: 1000 });
    await control.faults(listed(["chat-history"]), refused);
    const page = await open({ mount: MENU });
    await showsText(page, "why", "denied false forbidden");
    await control.faults(listed([]), refused);
    await refresh(page);
    await showsText(page, "why", "denied false null");
    const { why: before } = await rendersOf(page);
    await control.faults(listed(["report-analysis"]), refused);
    await refresh(page);
    assert.equal((await rendersOf(page)).why, before, "another feature");
    await control.faults(listed(["chat-history"], { userType: "expert" }), refused);
    await refresh(page);
    await showsText(page, "why", "granted true null");
    await signOutOf(control, page);
    await showsText(page, "why", "denied false null");
  });

  test("the newest listener hears an event, for as long as its component is there", async ({
    openKnown,
    control,
  }) => {
    await control.faults(reading(sessionBody({})));
    const page = await openKnown(MENU);
    const happens = () =>
      page.evaluate(() => {
        session.dispatchEvent(new CustomEvent("signed-out"));
        return globalThis.heard.splice(0);
      });
    await until("the listener", async () => (await happens()).join() === "signed-out 0");
    const listeners = () => page.evaluate(() => counting.listeners());
    const before = await listeners();
    await page.evaluate(() => view.change());
    await showsText(page, "number", "1");
    assert.deepEqual(await happens(), ["signed-out 1"]);
    assert.equal(await listeners(), before);
    await page.evaluate(() => view.unmount());
    await until("no listener", async () => (await listeners()) === 0);
    assert.deepEqual(await happens(), []);
  });

  test("what the user is asked for is shown until it is over, and not listened to afterwards", async ({
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
