// The demo's inspector: opened by a button, with a preview of the page where the address says so.

import assert from "node:assert/strict";
import { demoGatesOf, openDemo, signInDemo, waitForDemo } from "../support/demo-page.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

const opens = (page, feature, isOpen = true) =>
  until(
    `${feature} to ${isOpen ? "open" : "close"}`,
    async () => (await demoGatesOf(page))[feature].can === isOpen,
  );

test(
  "a button opens the panel, which says why each card is as it is; the start loads nothing of it",
  scenario({ site: "demo" }, async ({ context, deployment }) => {
    const page = await openDemo(context, deployment);
    await signInDemo(page, "grace");
    const loaded = () =>
      page.evaluate(
        () =>
          performance.getEntriesByType("resource").filter(({ name }) => /dist\/inspector/.test(name)).length,
      );
    assert.equal(await loaded(), 0);
    await page.getByTestId("inspect").click();
    await page.getByText("Feature scrum-team-agent has enabled: false.").waitFor();
    assert.equal(await loaded(), 1);
    const isWithin = () =>
      page.evaluate(() => document.activeElement.localName === "platform-session-inspector");
    assert.equal(await isWithin(), true, "the focus is in it");
    await page.getByRole("button", { name: "Collapse" }).click();
    await page.getByTestId("inspect").click();
    await page.getByText("Feature scrum-team-agent has enabled: false.").waitFor();
    assert.equal(await isWithin(), true);
  }),
);

test(
  "the preview shows the page as another user",
  scenario({ site: "demo" }, async ({ context, deployment }) => {
    const page = await openDemo(context, deployment);
    await page.getByTestId("preview").click();
    await page.getByRole("tab", { name: "Preview" }).waitFor();
    await signInDemo(page, "grace");
    await page.getByRole("tab", { name: "Preview" }).click();
    await page.getByLabel("scrum-team-agent").selectOption("on");
    await opens(page, "scrum-team-agent");
    await page.getByRole("combobox", { name: "Session" }).selectOption("signed out");
    await waitForDemo(page, { status: "unauthenticated", reason: "signed-out" });
    await page.getByRole("button", { name: "Reset" }).click();
    await waitForDemo(page, { status: "authenticated" });
    await opens(page, "scrum-team-agent", false);
  }),
);
