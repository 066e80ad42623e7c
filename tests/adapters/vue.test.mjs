import assert from "node:assert/strict";
import { sessionBody } from "../e2e/support/identity-api.mjs";
import { until } from "../e2e/support/until.mjs";
import {
  adapterBehaviour,
  openApp,
  SIGNED_IN,
  SIGNED_OUT,
  showsText,
  signOutOf,
  textOf,
} from "./support/behaviour.mjs";
import { bundleSite, importBundled, once } from "./support/bundle.mjs";

const test = adapterBehaviour("vue", {
  site: once(() => bundleSite("vue.js")),
  render: once(async () => (await importBundled("vue.server.js", { name: "vue" })).render),
});

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
