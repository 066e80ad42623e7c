// What the demo has after a reload, when the cookie alone carries the session: by `--bearer cookie`, as `npm start` has it, and by
// `--bearer strict`.

import assert from "node:assert/strict";
import { openDemo, signInDemo, waitForDemo } from "../support/demo-page.mjs";
import { scenario, test } from "../support/scenario.mjs";

/** The demo, reloaded after a sign-in there. */
async function reloaded({ context, another }, bearer) {
  const page = await openDemo(context, await another("demo", ["--bearer", bearer]));
  await signInDemo(page, "grace");
  await rolesAre(page, "shown");
  await page.reload();
  await waitForDemo(page, { status: "authenticated" });
  return page;
}

const rolesAre = (page, state) => page.locator(`[data-testid="roles"][data-state="${state}"]`).waitFor();

test(
  "where the cookie is enough, the demo has its roles after a reload, too",
  scenario(async (given) => {
    const page = await reloaded(given, "cookie");
    await rolesAre(page, "shown");
    assert.equal(await page.getByTestId("role-expert").getAttribute("data-own"), "true");
  }),
);

test(
  "where it is not, the demo says beside the roles why they are missing, and how to see them",
  scenario({ expects: [/Failed to load resource/] }, async (given) => {
    const page = await reloaded(given, "strict");
    await rolesAre(page, "unavailable");
    const said = await page.locator("#roles .roles-note").textContent();
    assert.match(
      said,
      /only to a page that holds an access token.*sign out, and sign in again with a password/,
    );
    await page.getByTestId("sign-out").click();
    await signInDemo(page, "grace");
    await rolesAre(page, "shown");
  }),
);
