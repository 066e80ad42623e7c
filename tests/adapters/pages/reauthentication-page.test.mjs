// `createReauthentication` on real sessions, for a dialog of the page's own. On a session that says only what a test lets it say:
// `reauthentication.test.mjs`.

import assert from "node:assert/strict";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { arrival, goBack } from "../../e2e/support/page-life.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { layOut, open } from "../support/site.mjs";

const site = layOut("reauthentication-page", "sign-in-form");
const WORKSPACE = "/agent-hub-api/api/workspace";

/** Opens a page where Grace is signed in: her role may save. */
async function openDraft(context, deployment) {
  const page = await open(context, deployment, "dialog.html");
  await page.evaluate((credentials) => session.login(credentials).then(() => {}), credentialsOf("grace"));
  return page;
}

test(
  "a request of createReauthentication is over before the page is told that its identity has ended",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await openDraft(context, deployment);
    await page.evaluate(async () => {
      globalThis.reauthentication = app.createReauthentication();
      const { reauthenticate } = reauthentication;
      globalThis.own = app.createSession({ reauthenticate, token: "discard" });
      await own.ready;
    });
    await control.expire();
    await page.evaluate((path) => {
      globalThis.ended = own.fetch(path, { method: "POST" }).catch(({ code }) => code);
    }, WORKSPACE);
    await until("the request", () =>
      page.evaluate(() => reauthentication.value?.user?.name === "Grace Hopper"),
    );
    const seen = await page.evaluate(async () => {
      const { value } = reauthentication;
      const values = [];
      own.addEventListener("identity-ended", () => values.push(reauthentication.value));
      await own.logout();
      const late = await value.login({ email: "", password: "" }).catch(({ code }) => code);
      return [...values, await ended, late];
    });
    assert.deepEqual(seen, [null, "superseded", "superseded"]);
  }),
);

test(
  "a createReauthentication that is asked too late, while the next user is asked, shows no name of the last one",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await openDraft(context, deployment);
    await page.evaluate(async () => {
      globalThis.reauthentication = app.createReauthentication();
      globalThis.names = [];
      reauthentication.subscribe((request) => request && names.push(request.user.name));
      globalThis.calls = [];
      const reauthenticate = (session, need) =>
        new Promise((resolve, reject) => {
          // A dialog may have to load its parts before it calls this.
          const ask = () => reauthentication.reauthenticate(session, need).then(resolve, reject);
          calls.push(ask);
        });
      globalThis.own = app.createSession({ reauthenticate, token: "discard" });
      await own.ready;
    });
    const save = async (calls) => {
      await control.expire();
      await page.evaluate((path) => {
        own.fetch(path, { method: "POST" }).catch(() => {});
      }, WORKSPACE);
      await until("reauthenticate to be called", () =>
        page.evaluate((count) => globalThis.calls.length === count, calls),
      );
    };
    await save(1);
    await page.evaluate((credentials) => own.login(credentials).then(() => {}), credentialsOf("root"));
    await save(2);
    const name = await page.evaluate(async () => {
      for (const ask of calls) ask();
      reauthentication.value.cancel();
      await new Promise((resolve) => setTimeout(resolve));
      return [...names, own.snapshot.reauthenticating, reauthentication.value];
    });
    assert.deepEqual(name, ["Root Administrator", false, null]);
  }),
);

test(
  "a request of createReauthentication is over in a page that is back from the back/forward cache",
  scenario({ site, window: true }, async ({ context, deployment, control }) => {
    const page = await openDraft(context, deployment);
    await page.evaluate(async () => {
      globalThis.reauthentication = app.createReauthentication();
      globalThis.own = app.createSession({
        reauthenticate: reauthentication.reauthenticate,
        token: "discard",
      });
      await own.ready;
    });
    await control.expire();
    await page.evaluate((path) => {
      own.fetch(path, { method: "POST" }).catch(() => {});
    }, WORKSPACE);
    await until("the request", () => page.evaluate(() => reauthentication.value?.user !== undefined));
    await page.evaluate(() => {
      globalThis.values = [];
      reauthentication.subscribe((value) => values.push(value));
    });
    await page.goto(`${deployment.origin}/page.css`);
    await goBack(page);
    await arrival(page, () => "values" in globalThis);
    const ends = await page.evaluate(() => [values.length, values[1], reauthentication.value]);
    assert.deepEqual(ends, [2, null, null]);
  }),
);
