// Where the access token and the password are from the sign-in on: the hunt searches the memory of the page, all that a
// script can read, the wire and the logs. `hunt-finds.test.mjs` shows that the hunt would find them there.

import assert from "node:assert/strict";
import { logout } from "../support/bare-page.mjs";
import { BEARER_WAYS } from "../support/bearer-ways.mjs";
import { waitForDemo } from "../support/demo-page.mjs";
import { WHOLE_STRINGS } from "../support/heap.mjs";
import {
  huntNowhere,
  huntTheTokenHeld,
  openHuntingGround,
  openOn,
  signInAs,
  use,
} from "../support/hunting-ground.mjs";
import { AGENTS, accountOnTheWire, answering, LOGIN } from "../support/identity-api.mjs";
import { launching, scenario, test } from "../support/scenario.mjs";
import { canary } from "../support/wire.mjs";

test.use(launching([WHOLE_STRINGS]));

for (const bearer of BEARER_WAYS) {
  test(
    `with token "memory" the token is in WebAssembly memory alone until the sign-out, and the password nowhere (${bearer})`,
    scenario(async (stage) => {
      const ground = await openOn(stage, bearer, { token: "memory" });
      await signInAs(ground.page, "ada/wrong");
      await signInAs(ground.page, "ada");
      await huntTheTokenHeld(ground);
      await use(ground);
      assert.equal(ground.wire.tokens.length, 2, "signed in again after the end");
      await huntTheTokenHeld(ground);
      await logout(ground.page);
      await huntNowhere(ground);
    }),
  );

  test(
    `with token "discard" neither token nor password is anywhere once the sign-in has returned (${bearer})`,
    scenario(async (stage) => {
      const ground = await openOn(stage, bearer, { token: "discard" });
      await signInAs(ground.page, "ada");
      await huntNowhere(ground);
      await use(ground);
      assert.equal(ground.wire.tokens.length, 2, "signed in again after the end");
      await huntNowhere(ground);
      await logout(ground.page);
      await huntNowhere(ground);
    }),
  );

  test(
    `a token with characters that no header can carry is neither kept nor sent (${bearer})`,
    scenario(async (stage) => {
      const ground = await openOn(stage, bearer, {});
      await signInAs(ground.page, "ada");
      const { login } = await accountOnTheWire(ground.deployment, "ada");
      // The last token outgrows its memory as it is copied.
      for (const token of [`${canary()} `, `é${canary()}`, `${canary()}${"é".repeat(400)}`]) {
        ground.wire.exchanges.length = 0;
        const body = { success: true, access_token: token, user: { ...login, token } };
        await ground.control.faults(answering("POST", LOGIN, body));
        await signInAs(ground.page, "ada");
        await ground.page.evaluate((path) => session.fetch(path).then(({ status }) => status), AGENTS);
        // Where a bearer is demanded, the page signs in again, and gets a usable token.
        const isDemanded = bearer === "strict";
        await (isDemanded ? huntTheTokenHeld(ground) : huntNowhere(ground));
        const requests = ground.wire.exchanges.filter(({ url }) => url === AGENTS);
        const tried = isDemanded ? requests.slice(0, 1) : requests;
        assert.ok(tried.length > 0 && tried.every(({ headers }) => !headers.includes("authorization")));
      }
    }),
  );
}

test(
  "the demo's sign-in form keeps nothing of the password",
  scenario(async (stage) => {
    const ground = await openHuntingGround(stage, await stage.another("demo"), undefined, "/");
    await waitForDemo(ground.page, { status: "unauthenticated" });
    await ground.page.evaluate(async () => {
      const part = (name) => document.querySelector(`.sign-in-${name}`);
      const credentials = await (await fetch("/credentials/ada")).json();
      for (const [name, value] of Object.entries(credentials)) part(name).value = value;
      part("submit").click();
    });
    await waitForDemo(ground.page, { status: "authenticated" });
    await huntTheTokenHeld(ground);
    await ground.page.getByTestId("sign-out").click();
    await waitForDemo(ground.page, { status: "unauthenticated", reason: "signed-out" });
    await huntNowhere(ground);
  }),
);
