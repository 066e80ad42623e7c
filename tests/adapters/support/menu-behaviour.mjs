// What every adapter gives to menus that are made of lists, and to what shows why a gate is closed, what is asked for, and what happens
// (`apps/menu.js`).

import assert from "node:assert/strict";
import { answering, ROLES, SESSION, sessionBody } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";
import { openApp, SIGNED_OUT, showsText, signIn, signOutOf, textOf } from "./behaviour.mjs";

const listed = (...granted) =>
  Object.fromEntries(
    ["chat-history", "report-analysis"].map((name) => [
      name,
      { enabled: granted.includes(name), limit: null },
    ]),
  );
/** Answers reads from now on with a user who has these, of the two that are listed. */
const read = (features, user) => answering("GET", SESSION, sessionBody(features, user), { times: 100 });
const refresh = (page) => page.evaluate(() => session.refresh().then(() => {}));

async function openMenu(context, deployment, options) {
  const page = await openApp(context, deployment, { options });
  await page.evaluate(() => adapter.mountMenu());
  return page;
}

/** Registers the scenarios by an adapter's `test`. `render`: what renders the menu on a server, where the framework does. */
export function menuBehaviour(test, { render } = {}) {
  test("a menu that is made of a list follows the role, and the sign-out", async ({
    context,
    deployment,
    control,
  }) => {
    const page = await openMenu(context, deployment);
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
    context,
    deployment,
    control,
  }) => {
    await control.faults(answering("GET", SESSION, "busy", { status: 503, times: 100 }));
    const page = await openMenu(context, deployment);
    await showsText(page, "states", "unknown unknown unknown");
    await control.faults(read({}));
    await refresh(page);
    await showsText(page, "states", "denied denied denied");
    await control.faults(read(listed("chat-history")));
    await refresh(page);
    await showsText(page, "menu", "chat-history");
    const renders = () => page.evaluate(() => adapter.renders.menu);
    const before = await renders();
    await control.faults(read(listed("chat-history"), { name: "Ada King" }));
    await refresh(page);
    await page.waitForTimeout(50);
    assert.equal(await renders(), before, "another name");
    await control.faults(read(listed("chat-history", "report-analysis")));
    await refresh(page);
    await showsText(page, "menu", "chat-history report-analysis");
    assert.equal(await renders(), before + 1);
  });

  test("a gate says why the roles could not be read, also where that alone has changed", async ({
    context,
    deployment,
    control,
  }) => {
    const refused = answering("GET", ROLES, "no", { status: 403, times: 100 });
    await control.faults(read(listed("chat-history")), refused);
    const page = await openMenu(context, deployment);
    await showsText(page, "why", "denied false forbidden");
    await control.faults(read(listed()), refused);
    await refresh(page);
    await showsText(page, "why", "denied false null");
    const renders = () => page.evaluate(() => adapter.renders.why);
    const before = await renders();
    await control.faults(read(listed("report-analysis")), refused);
    await refresh(page);
    await page.waitForTimeout(50);
    assert.equal(await renders(), before, "another feature");
    await control.faults(read(listed("chat-history"), { userType: "expert" }), refused);
    await refresh(page);
    await showsText(page, "why", "granted true null");
    await signOutOf(control, page);
    await showsText(page, "why", "denied false null");
  });

  test("the newest listener hears an event, for as long as its component is there", async ({
    context,
    deployment,
    control,
  }) => {
    await control.faults(read({}));
    const page = await openMenu(context, deployment);
    await page.evaluate(() => session.ready.then(() => {}));
    const happens = () =>
      page.evaluate(() => {
        session.dispatchEvent(new CustomEvent("signed-out"));
        return globalThis.heard.splice(0);
      });
    await until("the listener", async () => (await happens()).join() === "signed-out 0");
    const listeners = () => page.evaluate(() => counting.listeners());
    const before = await listeners();
    await page.evaluate(() => view.next());
    await showsText(page, "number", "1");
    assert.deepEqual(await happens(), ["signed-out 1"]);
    assert.equal(await listeners(), before);
    await page.evaluate(() => view.unmount());
    await until("no listener", async () => (await listeners()) === 0);
    assert.deepEqual(await happens(), []);
  });

  test("what the user is asked for is shown until it is over, and not listened to afterwards", async ({
    context,
    deployment,
    control,
  }) => {
    await control.faults(SIGNED_OUT);
    const page = await openMenu(context, deployment);
    await showsText(page, "request", "nothing");
    await page.evaluate(() => requests.set({ reason: "ended", user: { name: "Ada Lovelace" } }));
    await showsText(page, "request", "ended Ada Lovelace");
    await page.evaluate(() => requests.set(null));
    await showsText(page, "request", "nothing");
    await page.evaluate(() => requests.set({ reason: "bearer", user: { name: "Grace Hopper" } }));
    await page.evaluate(() => view.unmount());
    await until("no listener", () => page.evaluate(() => requests.listeners() === 0));
    await page.evaluate(() => adapter.mountMenu());
    await showsText(page, "request", "bearer Grace Hopper");
  });

  if (!render) return;
  test("a menu that a server rendered is taken over without a word, and goes live", async ({
    context,
    deployment,
    control,
    watch,
  }) => {
    const initial = sessionBody(listed("chat-history"));
    const request = { reason: "ended", user: { name: "Ada Lovelace" } };
    const rendered = await (await render())(initial);
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual([rendered.listeners(), rendered.requests.listeners()], [0, 0]);
    assert.match(rendered.html, /id="?menu"?[^>]*>(<!--.*?-->)?chat-history</);
    await control.faults(read(listed("report-analysis")));
    const page = await openApp(context, deployment, { options: { initial } });
    await until("the deployment's word", () =>
      page.evaluate(() => session.permissions.can("report-analysis")),
    );
    await page.evaluate(
      ([html, request]) => {
        requests.set(request);
        adapter.hydrateMenu(html);
      },
      [rendered.html, request],
    );
    await showsText(page, "menu", "report-analysis");
    await showsText(page, "request", "ended Ada Lovelace");
    const { menu, request: requested } = await page.evaluate(() => seen);
    assert.deepEqual(
      [menu, requested],
      [
        ["chat-history", "report-analysis"],
        ["nothing", "ended Ada Lovelace"],
      ],
    );
    assert.deepEqual(
      watch.consoleLines.filter((line) => /hydrat|mismatch|did not match/i.test(line)),
      [],
    );
  });
}
