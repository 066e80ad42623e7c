// The session's notices in the markup of frameworks: their texts reach them, and they leave their parts alone.

import assert from "node:assert/strict";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { bundleSite, once } from "../support/bundle.mjs";

const SITES = {
  React: once(() => bundleSite("session-notices.react.jsx")),
  Vue: once(() => bundleSite("session-notices.vue.js")),
  Solid: once(() => bundleSite("session-notices.solid.jsx")),
};

for (const [name, site] of Object.entries(SITES)) {
  test(
    `${name}: the texts of the notices are given in the markup`,
    scenario(async (given) => {
      const { origin } = await given.another(await site());
      const page = await given.context.newPage();
      await page.goto(origin);
      await page.getByText("Ihre Sitzung endet bald.").waitFor();
      await page.getByRole("button", { name: "Angemeldet bleiben" }).click();
      await page.getByRole("dialog").getByLabel("Password").waitFor();
    }),
  );
}

test(
  "React: notices that are defined after hydration are rendered over without a word",
  scenario(async (given) => {
    const { origin } = await given.another(await SITES.React());
    const page = await given.context.newPage();
    await page.goto(`${origin}/?hydrate`);
    await page.locator(".renders-1").getByRole("button", { name: "Stay signed in" }).waitFor();
    assert.deepEqual(await page.evaluate(() => complaints), []);
    assert.deepEqual(
      given.watch.consoleLines.filter((line) => /hydrat/i.test(line)),
      [],
    );
  }),
);
