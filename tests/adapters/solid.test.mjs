import assert from "node:assert/strict";
import { answering, SESSION, sessionBody } from "../e2e/support/identity-api.mjs";
import { until } from "../e2e/support/until.mjs";
import {
  adapterBehaviour,
  openApp,
  SIGNED_IN,
  SIGNED_OUT,
  showsText,
  signIn,
  signOut,
  signOutOf,
  textOf,
} from "./support/behaviour.mjs";
import { bundleSite, importBundled, once } from "./support/bundle.mjs";
import { menuBehaviour } from "./support/menu-behaviour.mjs";

const server = once(() => importBundled("solid.server.jsx", { name: "solid" }));
const test = adapterBehaviour("solid", {
  site: once(() => bundleSite("solid.jsx")),
  render: once(async () => (await server()).render),
});
menuBehaviour(test, { render: async () => (await server()).renderMenu });

test("what is behind a gate is made once it is granted, and let go at the sign-out", async ({
  context,
  deployment,
  control,
}) => {
  await control.faults(SIGNED_IN);
  const page = await openApp(context, deployment, { idle: true });
  const before = await page.evaluate(() => {
    adapter.start();
    adapter.behind();
    return made;
  });
  assert.equal(before, 0, "nothing while it is unknown");
  await page.locator("#out").waitFor();
  await control.faults(SIGNED_OUT);
  await page.locator("#out").click();
  await showsText(page, "gone", "gone");
  await showsText(page, "lacking", "fallback");
  assert.deepEqual(await page.evaluate(() => [made, gone]), [1, 1]);
});

test("what begins anew begins with who is there, and not with who has left", async ({
  context,
  deployment,
}) => {
  const page = await openApp(context, deployment, { view: { conditions: { feature: "chat-history" } } });
  await signIn(page, "ada");
  await showsText(page, "status", "authenticated Ada Lovelace");
  await signIn(page, "grace");
  await showsText(page, "status", "authenticated Grace Hopper");
  assert.equal(await textOf(page, "begun"), "Grace Hopper", "another user");
  await signOut(page);
  assert.equal(await textOf(page, "begun"), "nobody");
});

const textsOf = (page) =>
  page.evaluate(() => [...document.querySelectorAll("#app p")].map(({ textContent }) => textContent));

test("a sign-out within a transition closes every gate before what the transition waits for is there", async ({
  context,
  deployment,
  control,
}) => {
  await control.faults(SIGNED_IN);
  const page = await openApp(context, deployment);
  await page.evaluate(() => session.ready.then(() => void adapter.showAlone("SignOutWithin")));
  assert.deepEqual(await textsOf(page), ["content", "content", "now"]);
  await control.faults(SIGNED_OUT);
  const inThatFrame = await page.evaluate(async () => {
    change();
    await new Promise(requestAnimationFrame);
    return [...document.querySelectorAll("#app p")].map(({ textContent }) => textContent);
  });
  assert.deepEqual(inThatFrame, ["closed", "closed", "now"]);
});

test("gates follow the session while the code of a part is still loading that is to be hydrated", async ({
  context,
  deployment,
  control,
  watch,
}) => {
  const initial = sessionBody({ "chat-history": { enabled: true, limit: null } });
  const { renderLazy } = await importBundled("solid.server.jsx", { name: "solid" });
  const html = await renderLazy(initial);
  assert.match(html, /content.*content.*late/s);
  await control.faults(SIGNED_IN);
  const page = await openApp(context, deployment, { options: { initial } });
  await page.evaluate((html) => adapter.hydrateLazy(html), html);
  assert.deepEqual(await textsOf(page), ["content", "content", "late"]);
  await signOutOf(control, page);
  await until("the gates to close", async () => (await textsOf(page)).slice(0, 2).join() === "closed,closed");
  assert.deepEqual(
    watch.consoleLines.filter((line) => /hydrat|mismatch/i.test(line)),
    [],
  );
});

test("a binding that throws once nobody is signed in leaves no gate open", {
  expects: [/null/],
}, async ({ context, deployment, control }) => {
  await control.faults(SIGNED_IN);
  const page = await openApp(context, deployment);
  await page.evaluate(() => session.ready.then(() => void adapter.showAlone("Throwing")));
  await showsText(page, "second", "content");
  await signOutOf(control, page);
  assert.deepEqual(await textsOf(page), ["closed", "closed"]);
});

test("each slot is made once for each user", async ({ context, deployment, control }) => {
  await control.faults(SIGNED_IN);
  const page = await openApp(context, deployment);
  await page.evaluate(() => session.ready.then(() => void adapter.showAlone("Slots")));
  const noted = () => page.evaluate(() => noted.splice(0).sort());
  assert.deepEqual(await noted(), ["gate content made", "signed-in content made"]);
  const grace = { id: 8, name: "Grace Hopper" };
  const granted = { "chat-history": { enabled: true, limit: null } };
  await control.faults(answering("GET", SESSION, sessionBody(granted, grace)));
  const refresh = () => page.evaluate(() => session.refresh().then(() => {}));
  await refresh();
  const anew = ["gate content gone", "gate content made", "signed-in content gone", "signed-in content made"];
  assert.deepEqual(await noted(), anew, "another user, who may see the same");
  await control.faults(answering("GET", SESSION, sessionBody({}, { id: 9, name: "Mallory" })));
  await refresh();
  assert.deepEqual(
    await noted(),
    ["gate content gone", "gate fallback made", "signed-in content gone", "signed-in content made"],
    "another user, who may not",
  );
  await control.faults(answering("GET", SESSION, sessionBody(granted, grace)));
  await refresh();
  assert.deepEqual(
    await noted(),
    ["gate content made", "gate fallback gone", "signed-in content gone", "signed-in content made"],
    "another user, who may again",
  );
  await control.faults(answering("GET", SESSION, sessionBody({}, { id: 9, name: "Mallory" })));
  await refresh();
  await noted();
  await signOutOf(control, page);
  assert.deepEqual(await noted(), ["signed-in content gone", "signed-in fallback made"], "nobody");
});

test("an effect that begins between two changes of one step ends with the second", async ({
  context,
  deployment,
  control,
}) => {
  await control.faults(SIGNED_IN);
  const page = await openApp(context, deployment);
  const seen = await page.evaluate(async () => {
    await session.ready;
    adapter.showAlone("TakenBack");
    session.logout().catch(() => {});
    return noted;
  });
  assert.deepEqual(seen, [true, false]);
});

test("what SignedIn rendered on a server is hidden at a sign-out before it is hydrated", async ({
  context,
  deployment,
  control,
}) => {
  const initial = sessionBody({});
  const { renderSignedIn } = await importBundled("solid.server.jsx", { name: "solid" });
  const html = await renderSignedIn(initial);
  await control.faults(SIGNED_IN);
  const page = await openApp(context, deployment, { options: { initial } });
  await page.evaluate((html) => {
    document.querySelector("#app").innerHTML = html;
  }, html);
  assert.equal(await page.locator("#own").isVisible(), true);
  await signOutOf(control, page);
  assert.equal(await page.locator("#own").isVisible(), false);
});
