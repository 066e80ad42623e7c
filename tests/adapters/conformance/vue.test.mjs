// Tests of what only Vue does. In the page, `adapter`, `session` and `view` are globals of `apps/page.js`; what `adapter`
// has for Vue alone is in `apps/vue-alone.js`.

import assert from "node:assert/strict";
import { sessionBody } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";
import {
  assertNoMismatch,
  GRANTED,
  readRule,
  refresh,
  SIGNED_IN,
  showsText,
  signIn,
  signOutUnderRule,
  textOf,
} from "./app.mjs";
import { conformance } from "./conformance.mjs";
import { vue } from "./vue.mjs";

const test = conformance(vue);

test("a page that Vue kept alive shows no gated content when it is shown again after a sign-out", async ({
  open,
  control,
}) => {
  await control.faults(SIGNED_IN);
  const page = await open();
  await page.evaluate(() => adapter.keepAlive());
  await showsText(page, "kept", "content");
  await page.evaluate(() => toggle());
  await showsText(page, "other", "other");
  await signOutUnderRule(control, page);
  const shown = await page.evaluate(async () => {
    // The page's text after each change, and at the end.
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

test("an app that is unmounted while Vue waits to hydrate a part of it leaves nothing on the page", async ({
  open,
  control,
}) => {
  const initial = sessionBody(GRANTED);
  const { html } = await (await vue.render())("App", initial);
  await control.faults(SIGNED_IN);
  const page = await open({ options: { initial } });
  await page.evaluate((html) => {
    adapter.holdLate();
    adapter.hydrate(html, { view: "App" });
    view.unmount();
  }, html);
  await until("the page to be empty", () =>
    page.evaluate(() => document.querySelector("#app").textContent === ""),
  );
});

test("a gate takes its conditions from the attributes", async ({ openReady, control }) => {
  await control.faults(SIGNED_IN);
  const page = await openReady();
  for (const [description, attributes, text] of [
    [
      "a role, in the spelling of a template",
      '{ feature: "chat-history", "at-least": "default" }',
      "content",
    ],
    [
      "a role that the user does not have",
      '{ feature: "chat-history", "at-least": "no-such-role" }',
      "fallback",
    ],
    ["undefined", '{ feature: "chat-history", "at-least": undefined }', "fallback"],
    ["misspelt", '{ feature: "chat-history", atleast: "default" }', "fallback"],
    ["an attribute without a value", '{ feature: "" }', "fallback"],
    [
      "attributes of a parent that fall through",
      '{ feature: "chat-history", class: "wide", "data-v-1": "" }',
      "content",
    ],
  ]) {
    await page.evaluate(`adapter.withAttributes(${attributes})`);
    await until(`${description}: ${text}`, async () => (await textOf(page, "gate")) === text);
  }
});

test("a part in a gate that Vue has not hydrated yet is not shown to another user", async ({
  open,
  control,
  watch,
}) => {
  const initial = sessionBody(GRANTED);
  const { html } = await (await vue.render())("Lazy", initial);
  assert.match(html, /of Ada Lovelace/);
  await control.faults(SIGNED_IN);
  const page = await open({ options: { initial } });
  await page.evaluate((html) => adapter.hydrate(html, { view: "Lazy" }), html);
  const shown = () => page.evaluate(() => document.querySelector("#app").textContent);
  assert.equal(await shown(), "of Ada Lovelace");
  const grace = sessionBody(GRANTED, { id: 8, name: "Grace Hopper" });
  await control.faults(readRule(grace));
  const rightAfter = await page.evaluate(async () => {
    await session.refresh();
    return document.querySelector("#app").textContent;
  });
  assert.doesNotMatch(rightAfter, /Ada/);
  await until("the other user", async () => (await shown()) === "of Grace Hopper");
  assertNoMismatch(watch);
});

test("a field in a gate's fallback is empty, though a field of the same kind in the gate was filled", async ({
  open,
  control,
}) => {
  await control.faults(SIGNED_IN);
  const page = await open();
  await page.evaluate(() => void adapter.fields());
  await page.locator("#open").fill("of Ada");
  await signOutUnderRule(control, page);
  assert.equal(await page.locator("#closed").inputValue(), "");
});

test("Vue, and libraries built on it, take the result of a composable for a computed ref", async ({
  openReady,
  control,
}) => {
  await control.faults(SIGNED_IN);
  const page = await openReady();
  await page.evaluate(() => {
    globalThis.answers = adapter.asRef();
  });
  await showsText(page, "unwrapped", "true");
  await signOutUnderRule(control, page);
  await showsText(page, "unwrapped", "false");
  assert.deepEqual(await page.evaluate(() => answers()), {
    isRef: true,
    isReadonly: true,
    isComputed: true,
    // The value, read in four ways, after the sign-out.
    values: [false, false, false, false],
    // The calls of a watcher, each as [value before, value after].
    calls: [[true, false]],
  });
});

test("content that cannot be rendered without a user is hidden by SignedIn, which shows its fallback", async ({
  open,
  control,
}) => {
  const page = await open();
  await signIn(page, "ada");
  await page.evaluate(() => void adapter.signedIn());
  await page.locator("#draft").fill("a draft");
  await control.expire();
  await refresh(page);
  await showsText(page, "out", "signed out");
  assert.equal(await page.locator("#name").isVisible(), false);
  await signIn(page, "ada");
  await until("the content", () => page.locator("#name").isVisible());
  assert.equal(await page.locator("#draft").inputValue(), "a draft");
  assert.equal(await page.locator("#out").count(), 0);
});

test("a Vue that is too old gets an error that names the oldest supported version", async ({ open }) => {
  const page = await open();
  const thrown = await page.evaluate(() => {
    try {
      adapter.tooOld();
    } catch ({ message }) {
      return message;
    }
  });
  assert.equal(thrown, "platform-session/vue needs Vue 3.4 or later.");
});
