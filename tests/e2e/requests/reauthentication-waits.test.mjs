// While a page signs its user in again, with a dialog say, whatever else of the page meets the end waits for it.

import assert from "node:assert/strict";
import { credentialsOf } from "../support/accounts.mjs";
import { openBare, signIn, snapshotsOf } from "../support/bare-page.mjs";
import { AGENTS } from "../support/identity-api.mjs";
import { pause } from "../support/page-life.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

scenario(
  "pollers that meet the end while the dialog is open wait for it, and go on where the user signs in",
  async ({ context, deployment, control }) => {
    const page = await openWithDialog(context, deployment);
    await control.expire();
    await poll(page);
    await until("the dialog", () => page.evaluate(() => dialog.asked === 1));
    await poll(page);
    await poll(page);
    await until("every poller to have been refused", async () => {
      return (await control.requests("GET", AGENTS)).length >= 3;
    });
    await pause(page);
    assert.deepEqual(await page.evaluate(() => polled), [], "none was handed its 401");
    await page.evaluate((credentials) => dialog.signIn(credentials), credentialsOf("ada"));
    await until("the pollers to go on", () => page.evaluate(() => polled.length === 9));
    assert.deepEqual(await page.evaluate(() => [...new Set(polled)].sort()), [200, "permissions", "roles"]);
    assert.equal(await page.evaluate(() => dialog.asked), 1, "one dialog for all");
    const told = (await snapshotsOf(page)).map(({ reauthenticating }) => reauthenticating);
    assert.deepEqual([told.includes(true), told.at(-1)], [true, false], "the snapshots said so");
  },
);

scenario(
  "where people close the dialog, everyone who waited is handed the 401, and nobody is asked again",
  async ({ context, deployment, control }) => {
    const page = await openWithDialog(context, deployment);
    await control.expire();
    await poll(page);
    await until("the dialog", () => page.evaluate(() => dialog.asked === 1));
    await poll(page);
    await until("both to have been refused", async () => {
      return (await control.requests("GET", AGENTS)).length === 2;
    });
    await pause(page);
    assert.deepEqual(await page.evaluate(() => polled), []);
    await page.evaluate(() => dialog.close());
    await until("all to end", () => page.evaluate(() => polled.length === 6));
    assert.deepEqual(await page.evaluate(() => [...new Set(polled)].sort()), [401, "unauthenticated"]);
    assert.equal(await page.evaluate(() => dialog.asked), 1);
  },
);

scenario(
  "what the dialog asks through the session that it was given is answered at once, while the others wait",
  async ({ context, deployment, control }) => {
    const page = await openWithDialog(context, deployment);
    await control.expire();
    await poll(page);
    await until("the dialog", () => page.evaluate(() => dialog.asked === 1));
    const told = await page.evaluate(async (path) => {
      const codes = [dialog.given.roles(), dialog.given.permissions.refresh()].map(async (call) => {
        return (await bare.outcome(call)).error?.code;
      });
      return [(await dialog.given.fetch(path)).status, ...(await Promise.all(codes))];
    }, AGENTS);
    assert.deepEqual(told, [401, "unauthenticated", "unauthenticated"]);
    assert.deepEqual(await page.evaluate(() => polled), [], "the others wait");
    await page.evaluate((credentials) => dialog.signIn(credentials), credentialsOf("ada"));
    await until("the pollers to go on", () => page.evaluate(() => polled.length === 3));
    assert.equal(await page.evaluate(() => polled.includes(200)), true);
  },
);

/**
 * A page of Ada's whose `reauthenticate` opens a dialog: `dialog.asked` times, with the session `given`, until somebody
 * signs in there or closes it. `polled` is what pollers have got so far.
 */
async function openWithDialog(context, deployment) {
  const page = await openBare(context, deployment, { idle: true });
  await page.evaluate(() => {
    globalThis.polled = [];
    globalThis.dialog = { asked: 0 };
    const reauthenticate = (given) => {
      dialog.asked += 1;
      dialog.given = given;
      return new Promise((resolve, reject) => {
        dialog.signIn = (credentials) => given.login(credentials).then(() => resolve());
        dialog.close = () => reject(new Error("closed by people"));
      });
    };
    globalThis.seen = bare.start({ reauthenticate });
    globalThis.session = seen.session;
  });
  await signIn(page, "ada");
  return page;
}

/** Has three pollers of the page ask once each; what they get is noted in `polled`. */
const poll = (page) =>
  page.evaluate((path) => {
    const note = (call) =>
      call.then(
        (got) => polled.push(got),
        (error) => polled.push(error.code),
      );
    note(session.fetch(path).then(({ status }) => status));
    note(session.roles().then(() => "roles"));
    note(session.permissions.refresh().then(() => "permissions"));
  }, AGENTS);
