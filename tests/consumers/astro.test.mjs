import assert from "node:assert/strict";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples, frameworks } from "./support/places.mjs";
import { handsOnAnswers, renderedBehaviour } from "./support/rendered.mjs";

const ASTRO = `${frameworks}astro/astro.js`;
const cwd = `${examples}astro`;
const env = { ASTRO_TELEMETRY_DISABLED: "1" };

const test = renderedBehaviour("Astro", {
  needs: { inlineScripts: true },
  cwd,
  async build() {
    await installConsumers();
    await command(process.execPath, [ASTRO, "build"], { cwd, env });
  },
  commandArguments: () => ["dist/server/entry.mjs"],
});

handsOnAnswers(test);

test("a condition that is undefined denies in the browser, as on the server", async ({ open }) => {
  const page = await open("/undefined");
  await page.waitForFunction(
    () => performance.getEntriesByName(`${location.origin}/api/auth/session`).length,
  );
  await page.getByText("Sign in").waitFor();
  assert.equal(await page.getByText("Denied.").isVisible(), true);
  assert.equal(await page.getByText("What is gated.").isVisible(), false);
});
