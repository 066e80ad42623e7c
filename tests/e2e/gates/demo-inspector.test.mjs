// The demo's inspector, which a button loads and opens.

import assert from "node:assert/strict";
import { openDemo, signInDemo } from "../support/demo-page.mjs";
import { scenario, test } from "../support/scenario.mjs";

test(
  "a button loads and opens the panel, which says why each gate is open or closed",
  scenario({ site: "demo" }, async ({ context, deployment }) => {
    const page = await openDemo(context, deployment);
    await signInDemo(page, "grace");
    const loads = () =>
      page.evaluate(
        () =>
          performance.getEntriesByType("resource").filter(({ name }) => /dist\/inspector/.test(name)).length,
      );
    assert.equal(await loads(), 0);
    await page.getByTestId("inspect").click();
    await page.getByText("Feature scrum-team-agent has enabled: false.").waitFor();
    assert.equal(await loads(), 1);
    const isWithin = () =>
      page.evaluate(() => document.activeElement.localName === "platform-session-inspector");
    assert.equal(await isWithin(), true, "the focus is in the panel");
    await page.getByRole("button", { name: "Collapse" }).click();
    await page.getByTestId("inspect").click();
    await page.getByText("Feature scrum-team-agent has enabled: false.").waitFor();
    assert.equal(await isWithin(), true);
  }),
);
