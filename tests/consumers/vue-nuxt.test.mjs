import assert from "node:assert/strict";
import { credentialsOf } from "../e2e/support/accounts.mjs";
import { LOGIN } from "../e2e/support/identity-api.mjs";
import { assertLeadsBack, BASE } from "./support/base-path.mjs";
import { leavesLastAddress } from "./support/behaviour.mjs";
import { command } from "./support/command.mjs";
import { startFront } from "./support/front.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples, frameworks } from "./support/places.mjs";
import { renderedBehaviour } from "./support/rendered.mjs";
import { startServer } from "./support/server-of-an-app.mjs";

const NUXT = `${frameworks}nuxt/bin/nuxt.mjs`;
const cwd = `${examples}vue-nuxt`;

const test = renderedBehaviour("Nuxt", {
  needs: { inlineScripts: true },
  cwd,
  async build() {
    await installConsumers();
    await command(process.execPath, [NUXT, "build"], { cwd });
  },
  commandArguments: () => [".output/server/index.mjs"],
});

test("a user who signs out while the code of a protected page loads is led to the sign-in", async ({
  context,
  origin,
}) => {
  assert.equal((await context.request.post(origin + LOGIN, { data: credentialsOf("ada") })).status(), 200);
  let release;
  const isReleased = new Promise((resolve) => {
    release = resolve;
  });
  await context.route("**/_nuxt/*.js", async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes("No chats in your plan.")) await isReleased;
    await route.fulfill({ response });
  });
  const page = await context.newPage();
  await page.goto(origin);
  // Before hydration a click on a link loads a new document, which the code that is held back would have to hydrate.
  await page.waitForFunction(() => window.useNuxtApp?.().isHydrating === false);
  await page.getByRole("link", { name: "Reports" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  // What the home page says then is gone as soon as the code of the sign-in page is there; this link stays.
  await page.getByRole("link", { name: "Sign in" }).waitFor();
  release();
  await page.getByText("Password").waitFor();
  assert.equal(new URL(page.url()).pathname, "/sign-in");
});

test("below a base path the app leads to its sign-in page and back", async ({ context, origin }) => {
  const env = { NUXT_APP_BASE_URL: BASE, PLATFORM_ORIGIN: origin };
  const server = await startServer(() => [".output/server/index.mjs"], { cwd, env });
  const front = await startFront({ deployment: origin, app: server.origin });
  try {
    await assertLeadsBack(context, front.origin);
  } finally {
    await Promise.all([front.stop(), server.stop()]);
  }
});

leavesLastAddress(test);
