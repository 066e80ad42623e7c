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
  signOutOf,
  textOf,
} from "./support/behaviour.mjs";
import { bundleSite, importBundled, once } from "./support/bundle.mjs";
import { menuBehaviour } from "./support/menu-behaviour.mjs";

const server = once(() => importBundled("vue.server.js", { name: "vue" }));
const test = adapterBehaviour("vue", {
  site: once(() => bundleSite("vue.js")),
  render: once(async () => (await server()).render),
});
menuBehaviour(test, { render: async () => (await server()).renderMenu });

test("a page that is kept alive shows nothing gated when it comes back after the sign-out", async ({
  context,
  deployment,
  control,
}) => {
  await control.faults(SIGNED_IN);
  const page = await openApp(context, deployment);
  await page.evaluate(() => adapter.keepAlive());
  await showsText(page, "kept", "content");
  await page.evaluate(() => toggle());
  await showsText(page, "other", "other");
  await signOutOf(control, page);
  const shown = await page.evaluate(async () => {
    const shown = [];
    new MutationObserver(() => shown.push(document.querySelector("#app").textContent)).observe(
      document.querySelector("#app"),
      { childList: true, subtree: true, characterData: true },
    );
    await toggle();
    await new Promise((resolve) => setTimeout(resolve));
    return [...shown, document.querySelector("#app").textContent];
  });
  assert.deepEqual([...new Set(shown)], ["closed"]);
});

const GRANTED = { "chat-history": { enabled: true, limit: null } };

test("gates follow the session while Vue still waits for another part of the page to hydrate it", async ({
  context,
  deployment,
  control,
  watch,
}) => {
  const conditions = { feature: "chat-history" };
  const initial = sessionBody(GRANTED);
  const { renderHeld } = await importBundled("vue.server.js", { name: "vue" });
  const { html } = await renderHeld(initial, conditions);
  assert.match(html, /true.*content.*content.*late.*late/s);
  await control.faults(SIGNED_IN);
  const page = await openApp(context, deployment, { options: { initial } });
  await page.evaluate(([html, conditions]) => adapter.hydrateHeld(html, { conditions }), [html, conditions]);
  const shown = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("#app :not(:has(*))")].map((each) => each.textContent).join(" "),
    );
  assert.equal(await shown(), "true content content late late");
  await signOutOf(control, page);
  await until("the gates to close", async () => (await shown()) === "false fallback fallback late");
  await page.evaluate(() => arrive());
  await page.waitForTimeout(50);
  assert.equal(await shown(), "false fallback fallback late");
  const again = ([html, conditions]) => {
    adapter.hydrateHeld(html, { conditions });
    unmount();
  };
  await page.evaluate(again, [html, conditions]);
  await page.waitForTimeout(50);
  assert.equal(await shown(), "", "unmounted before it was live");
  assert.deepEqual(
    watch.consoleLines.filter((line) => /hydrat|mismatch|did not match/i.test(line)),
    [],
  );
});

test("a gate takes its conditions from the attributes", async ({ context, deployment, control }) => {
  await control.faults(SIGNED_IN);
  const page = await openApp(context, deployment);
  await page.evaluate(() => session.ready.then(() => {}));
  for (const [what, attributes, text] of [
    [
      "a role, in the spelling of a template",
      '{ feature: "chat-history", "at-least": "default" }',
      "content",
    ],
    ["a role that the user has not", '{ feature: "chat-history", "at-least": "no-such-role" }', "fallback"],
    ["undefined", '{ feature: "chat-history", "at-least": undefined }', "fallback"],
    ["misspelt", '{ feature: "chat-history", atleast: "default" }', "fallback"],
    ["an attribute without a value", '{ feature: "" }', "fallback"],
    [
      "what falls through from around",
      '{ feature: "chat-history", class: "wide", "data-v-1": "" }',
      "content",
    ],
  ]) {
    await page.evaluate(`adapter.withAttributes(${attributes})`);
    await until(`${what}: ${text}`, async () => (await textOf(page, "gate")) === text);
  }
});

test("a gate shows another user nothing of what Vue has not hydrated yet", async ({
  context,
  deployment,
  control,
  watch,
}) => {
  const initial = sessionBody(GRANTED);
  const { renderLazy } = await importBundled("vue.server.js", { name: "vue" });
  const { html } = await renderLazy(initial);
  assert.match(html, /of Ada Lovelace/);
  await control.faults(SIGNED_IN);
  const page = await openApp(context, deployment, { options: { initial } });
  await page.evaluate((html) => adapter.hydrateLazy(html), html);
  const shown = () => page.evaluate(() => document.querySelector("#app").textContent);
  assert.equal(await shown(), "of Ada Lovelace");
  const grace = sessionBody(GRANTED, { id: 8, name: "Grace Hopper" });
  await control.faults(answering("GET", SESSION, grace, { times: 100 }));
  const inThatFrame = await page.evaluate(async () => {
    await session.refresh();
    return document.querySelector("#app").textContent;
  });
  assert.doesNotMatch(inThatFrame, /Ada/);
  await until("the other user", async () => (await shown()) === "of Grace Hopper");
  assert.deepEqual(
    watch.consoleLines.filter((line) => /hydrat|mismatch|did not match/i.test(line)),
    [],
  );
});

test("a gate's fallback has none of what was typed behind the gate", async ({
  context,
  deployment,
  control,
}) => {
  await control.faults(SIGNED_IN);
  const page = await openApp(context, deployment);
  await page.evaluate(() => void adapter.fields());
  await page.locator("#open").fill("of Ada");
  await signOutOf(control, page);
  assert.equal(await page.locator("#closed").inputValue(), "");
});

test("what a composable gives is a computed to Vue, and to what is built on it", async ({
  context,
  deployment,
  control,
}) => {
  await control.faults(SIGNED_IN);
  const page = await openApp(context, deployment);
  await page.evaluate(() => session.ready.then(() => {}));
  await page.evaluate(() => {
    globalThis.answers = adapter.asRef();
  });
  await showsText(page, "unwrapped", "true");
  await signOutOf(control, page);
  await showsText(page, "unwrapped", "false");
  assert.deepEqual(await page.evaluate(() => answers()), {
    isRef: true,
    isReadonly: true,
    isComputed: true,
    values: [false, false, false, false],
    calls: [[true, false]],
  });
});

test("content that cannot be rendered without a user is hidden by SignedIn, which shows its fallback", async ({
  context,
  deployment,
  control,
}) => {
  const page = await openApp(context, deployment);
  await signIn(page, "ada");
  await page.evaluate(() => void adapter.signedIn());
  await page.locator("#draft").fill("a draft");
  await control.expire();
  await page.evaluate(() => session.refresh().then(() => {}));
  await showsText(page, "out", "signed out");
  assert.equal(await page.locator("#name").isVisible(), false);
  await signIn(page, "ada");
  await until("the content", () => page.locator("#name").isVisible());
  assert.equal(await page.locator("#draft").inputValue(), "a draft");
  assert.equal(await page.locator("#out").count(), 0);
});

test("what SignedIn rendered on a server is hidden at a sign-out before it is hydrated", async ({
  context,
  deployment,
  control,
}) => {
  const initial = sessionBody(GRANTED);
  const { renderSignedIn } = await importBundled("vue.server.js", { name: "vue" });
  const { html } = await renderSignedIn(initial);
  await control.faults(SIGNED_IN);
  const page = await openApp(context, deployment, { options: { initial } });
  await page.evaluate((html) => {
    document.querySelector("#app").innerHTML = html;
  }, html);
  assert.equal(await page.locator("#own").isVisible(), true);
  await signOutOf(control, page);
  assert.equal(await page.locator("#own").isVisible(), false);
});

// In development Vue itself ends an update where a render throws.
const production = once(() => bundleSite("vue.js", { name: "vue-production", development: false }));

test("a binding that throws once nobody is signed in leaves no gate open", {
  expects: [/null/],
}, async ({ context, another }) => {
  const deployment = await another(await production());
  await deployment.control.faults(SIGNED_IN);
  const page = await openApp(context, deployment);
  await page.evaluate(() => session.ready.then(() => void adapter.throwing()));
  await page.locator("#second").waitFor();
  await signOutOf(deployment.control, page);
  await until("the gates to close", async () => (await page.locator("#first, #second").count()) === 0);
});

test("an effect that begins between two changes of one step ends with the second", async ({
  context,
  deployment,
  control,
}) => {
  await control.faults(SIGNED_IN);
  const page = await openApp(context, deployment);
  await page.evaluate(() => session.ready.then(() => {}));
  assert.deepEqual(await page.evaluate(() => adapter.takenBack()), [true, false]);
});

test("a component has the session itself, for a sign-out", async ({ context, deployment, control }) => {
  await control.faults(SIGNED_IN);
  const page = await openApp(context, deployment);
  await page.evaluate(() => adapter.client());
  await page.locator("#out").waitFor();
  await control.faults(SIGNED_OUT);
  await page.locator("#out").click();
  await showsText(page, "gone", "unauthenticated");
});

test("a Vue that is too old is told so in a sentence", async ({ context, deployment }) => {
  const page = await openApp(context, deployment);
  const thrown = await page.evaluate(() => {
    try {
      adapter.tooOld();
    } catch ({ message }) {
      return message;
    }
  });
  assert.equal(thrown, "platform-session/vue needs Vue 3.4 or later.");
});
