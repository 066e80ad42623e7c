// The inspector in every engine. All other tests of it run in Chromium alone (`tests/adapters/pages/inspector.test.mjs`).

import assert from "node:assert/strict";
import { signIn } from "../e2e/support/bare-page.mjs";
import { until } from "../e2e/support/until.mjs";

export function inspector(scenario) {
  scenario("the inspector opens, says why a gate is closed, and previews", async ({ open }) => {
    const page = await open();
    await page.evaluate(async () => {
      const { inspect, previewable } = await import("/pkg/dist/inspector.js");
      globalThis.shown = previewable(session);
      globalThis.gate = shown.gate({ feature: "chat-histroy" });
      inspect(session, { open: true });
    });
    await untilPanelSays(page, "No user is signed in.");
    await signIn(page, "ada");
    await untilPanelSays(page, "Feature chat-histroy is not listed. Is it misspelt? Listed is chat-history.");
    const layout = await page.evaluate(() => {
      const { shadowRoot } = document.querySelector("platform-session-inspector");
      const { width, height } = shadowRoot.querySelector(".panel").getBoundingClientRect();
      return [width > 300, height > 300, getComputedStyle(shadowRoot.querySelector(".gates")).display];
    });
    assert.deepEqual(layout, [true, true, "grid"], "the style sheet works under the strict policy");
    await page.evaluate(() => {
      const { shadowRoot } = document.querySelector("platform-session-inspector");
      shadowRoot.querySelectorAll("[role=tab]")[3].click();
      const select = shadowRoot.getElementById("feature-chat-histroy");
      select.value = "on";
      select.dispatchEvent(new Event("change"));
    });
    assert.equal(await page.evaluate(() => gate.granted), true);
  });
}

const untilPanelSays = (page, why) =>
  until(`the panel to say ${why}`, () =>
    page.evaluate((text) => {
      const { shadowRoot } = document.querySelector("platform-session-inspector");
      return [...shadowRoot.querySelectorAll(".why")].some(({ textContent }) => textContent === text);
    }, why),
  );
