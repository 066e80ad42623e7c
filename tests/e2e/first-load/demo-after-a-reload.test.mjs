// The demo after a reload, when the cookie alone carries the session: with `--bearer cookie`, as by `npm start`, and with
// `--bearer strict`.

import assert from "node:assert/strict";
import { openDemo, signInDemo, waitForDemo } from "../support/demo-page.mjs";
import { scenario, test } from "../support/scenario.mjs";

/** Opens the demo, signs in, and reloads the page. */
async function openReloaded({ context, another }, bearer) {
  const page = await openDemo(context, await another("demo", ["--bearer", bearer]));
  await signInDemo(page, "grace");
  await untilRolesAre(page, "shown");
  await page.reload();
  await waitForDemo(page, { status: "authenticated" });
  return page;
}

const untilRolesAre = (page, state) => page.locator(`[data-testid="roles"][data-state="${state}"]`).waitFor();

test(
  "where the cookie is enough, the demo shows the roles also after a reload",
  scenario(async (given) => {
    const page = await openReloaded(given, "cookie");
    await untilRolesAre(page, "shown");
    assert.equal(await page.getByTestId("role-expert").getAttribute("data-own"), "true");
  }),
);

test(
  "where the deployment wants a token, the demo says after a reload why the roles are missing, and how to see them",
  scenario({ expects: [/Failed to load resource/] }, async (given) => {
    const page = await openReloaded(given, "strict");
    await untilRolesAre(page, "unavailable");
    const note = await page.locator("#roles .roles-note").textContent();
    assert.match(
      note,
      /only to a page that holds an access token.*sign out, and sign in again with a password/,
    );
    await page.getByTestId("sign-out").click();
    await signInDemo(page, "grace");
    await untilRolesAre(page, "shown");
  }),
);
