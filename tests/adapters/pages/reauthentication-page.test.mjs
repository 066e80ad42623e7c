// `createReauthentication` on real sessions, for a dialog of the page's own. On a scripted session: `../reauthentication.test.mjs`.

import assert from "node:assert/strict";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { arrival, goBack } from "../../e2e/support/page-life.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { layOut, open } from "../support/site.mjs";

const site = layOut("sign-in-form");
const WORKSPACE = "/agent-hub-api/api/workspace";

/** Opens the page of the draft as Grace: her role may save it. */
async function openDraft(context, deployment) {
  const page = await open(context, deployment, "dialog.html");
  await page.evaluate((credentials) => session.login(credentials).then(() => {}), credentialsOf("grace"));
  return page;
}

test(
  "a request of createReauthentication has ended before the event identity-ended fires",
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
  "a request of createReauthentication for the last user, made while the next user is asked, is never shown",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await openDraft(context, deployment);
    await page.evaluate(async () => {
      globalThis.reauthentication = app.createReauthentication();
      globalThis.names = [];
      reauthentication.subscribe((request) => request && names.push(request.user.name));
      globalThis.calls = [];
      const reauthenticate = (session, need) =>
        new Promise((resolve, reject) => {
          // The test calls this later, as a dialog does that has to load its parts first.
          const ask = () => reauthentication.reauthenticate(session, need).then(resolve, reject);
          calls.push(ask);
        });
      globalThis.own = app.createSession({ reauthenticate, token: "discard" });
      await own.ready;
    });
    const saveAfterEnd = async (callCount) => {
      await control.expire();
      await page.evaluate((path) => {
        own.fetch(path, { method: "POST" }).catch(() => {});
      }, WORKSPACE);
      await until("reauthenticate to be called", () =>
        page.evaluate((count) => globalThis.calls.length === count, callCount),
      );
    };
    await saveAfterEnd(1);
    await page.evaluate((credentials) => own.login(credentials).then(() => {}), credentialsOf("root"));
    await saveAfterEnd(2);
    const facts = await page.evaluate(async () => {
      for (const ask of calls) ask();
      reauthentication.value.cancel();
      await new Promise((resolve) => setTimeout(resolve));
      return [...names, own.snapshot.reauthenticating, reauthentication.value];
    });
    assert.deepEqual(facts, ["Root Administrator", false, null]);
  }),
);

test(
  "a request of createReauthentication has ended in a page that is back from the back/forward cache",
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
    const facts = await page.evaluate(() => [values.length, values[1], reauthentication.value]);
    assert.deepEqual(facts, [2, null, null]);
  }),
);
