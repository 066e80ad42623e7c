import assert from "node:assert/strict";
import { gatesOf, known, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { BEARER_WAYS } from "../support/bearer-ways.mjs";
import { closedGates, FEATURES, gatesFor } from "../support/features.mjs";
import { LOGOUT, SESSION, SSO_CONFIG } from "../support/identity-api.mjs";
import { lookAt, lookAway, pause } from "../support/page-life.mjs";
import { providerStage } from "../support/provider.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();
const { connect } = providerStage();

const inWindow = { window: true };
const AUTHORIZE = "/auth";

for (const bearer of BEARER_WAYS) {
  scenario(
    `in a popup the page stays, its gates open, and the window goes (--bearer ${bearer})`,
    inWindow,
    async ({ context, another }) => {
      const { deployment } = await connect(another, "bare", ["--bearer", bearer]);
      const page = await openBare(context, deployment);
      await known(page);
      // An answer that comes without a policy about openers, as the site's pages do not.
      const popup = await startPopup(context, page, SESSION);
      await popup.getByTestId("continue-as-hedy").click();
      assert.deepEqual(await outcomeOf(page), { value: null });
      const { user, features } = await snapshotOf(page);
      assert.deepEqual([user.email, user.authSource === "local"], ["hedy@example.com", false]);
      assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
      await until("the window to go", () => popup.isClosed());
      assert.equal(new URL(page.url()).pathname, "/bare.html", "the page itself went nowhere");
    },
  );
}

scenario("the provider's page in a popup cannot reach the application's", inWindow, async (given) => {
  const { deployment } = await connect(given.another);
  const page = await openBare(given.context, deployment);
  await known(page);
  const popup = await startPopup(given.context, page);
  await popup.getByTestId("continue-as-hedy").waitFor();
  assert.equal(await popup.evaluate(() => window.opener), null);
  await popup.getByTestId("continue-as-hedy").click();
  assert.deepEqual(await outcomeOf(page), { value: null });
});

scenario(
  "for a signal that is aborted already no window is opened",
  inWindow,
  async ({ context, another }) => {
    const { deployment } = await connect(another);
    const page = await openBare(context, deployment);
    await known(page);
    await deployment.control.clearLog();
    const { opened, ended } = await page.evaluate(async () => {
      let opened = 0;
      const { open } = window;
      window.open = (...given) => {
        opened += 1;
        return open.apply(window, given);
      };
      const ended = await bare.outcome(session.sso.start({ mode: "popup", signal: AbortSignal.abort() }));
      return { opened, ended };
    });
    assert.deepEqual([ended.error?.code, opened], ["aborted", 0]);
    assert.deepEqual(await deployment.control.log(), []);
  },
);

scenario("a popup that people close leaves the page as it was", inWindow, async ({ context, another }) => {
  const { deployment } = await connect(another);
  const page = await openBare(context, deployment);
  const before = await known(page);
  const popup = await startPopup(context, page);
  await popup.getByTestId("continue-as-hedy").waitFor();
  await popup.close();
  assert.equal((await outcomeOf(page)).error.code, "popup-closed");
  assert.deepEqual(await snapshotOf(page), before);
  const again = await startPopup(context, page);
  await again.getByTestId("continue-as-hedy").click();
  assert.deepEqual(await outcomeOf(page), { value: null }, "the next try works");
});

scenario(
  "a popup that is declined at the provider, and closed then, signs nobody in",
  inWindow,
  async ({ context, another }) => {
    const { deployment } = await connect(another);
    const page = await openBare(context, deployment);
    await known(page);
    const popup = await startPopup(context, page);
    await popup.getByTestId("decline").click();
    await popup.waitForURL(`${deployment.origin}/**`);
    // What the deployment says there can be read for as long as somebody reads it.
    const ended = outcomeOf(page);
    assert.equal(await Promise.race([ended, page.waitForTimeout(1_000)]), undefined);
    assert.equal(popup.isClosed(), false);
    await popup.close();
    assert.equal((await ended).error.code, "popup-closed");
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
  },
);

scenario(
  "a popup that is closed before the deployment has said whether it offers single sign-on is a closed popup",
  inWindow,
  async ({ context, another }) => {
    const { deployment } = await connect(another);
    const page = await openBare(context, deployment);
    await known(page);
    await deployment.control.faults({ method: "GET", path: SSO_CONFIG, times: 1, delay_ms: 600 });
    const popup = await startPopup(context, page);
    await popup.close();
    assert.equal((await outcomeOf(page)).error.code, "popup-closed");
  },
);

scenario(
  "a popup whose pages keep themselves apart from their opener is waited for until the page is looked at again",
  inWindow,
  async ({ context, another }) => {
    const { deployment, provider } = await connect(another);
    provider.steer.severOpeners();
    const page = await openBare(context, deployment);
    await known(page);
    const release = provider.steer.hold(AUTHORIZE);
    const popup = await startPopup(context, page);
    await until("the provider to be asked", () => provider.steer.requests().includes(AUTHORIZE));
    // As if the popup had taken the focus: headless windows never lose theirs to one another.
    await lookAway(context, page);
    await deployment.control.clearLog();
    release();
    await popup.getByTestId("continue-as-alan").waitFor();
    await until("a look at what only looks closed", async () => (await readsAt(deployment)) > 0);
    await pause(page, 600);
    assert.equal(await page.evaluate(() => globalThis.ended), undefined);
    await popup.getByTestId("continue-as-alan").click();
    await popup.waitForURL(`${deployment.origin}/**`);
    await popup.close();
    await lookAt(page);
    assert.deepEqual(await outcomeOf(page), { value: null });
    assert.equal((await snapshotOf(page)).user.email, "alan@example.com");
  },
);

scenario(
  "a popup that is kept apart only where it leads back to has signed in, whoever has the focus",
  inWindow,
  async ({ context, another }) => {
    const { deployment } = await connect(another);
    const page = await openBare(context, deployment);
    await known(page);
    const popup = await startPopup(context, page, "/bare.html?idle");
    await popup.getByTestId("continue-as-hedy").waitFor();
    await lookAway(context, page);
    await popup.getByTestId("continue-as-hedy").click();
    assert.deepEqual(await outcomeOf(page), { value: null });
    assert.equal((await snapshotOf(page)).user.email, "hedy@example.com");
    assert.equal(popup.isClosed(), false, "nobody but people can close it");
  },
);

scenario(
  "a popup for which the browser has no room is a blocked popup, and nothing is asked",
  inWindow,
  async ({ context, another }) => {
    const { deployment } = await connect(another);
    const page = await openBare(context, deployment);
    await known(page);
    await deployment.control.clearLog();
    const { error } = await page.evaluate(async () => {
      // Opening one window is all that one click allows.
      window.open("about:blank", "_blank", "popup");
      return bare.outcome(session.sso.start({ mode: "popup" }));
    });
    assert.equal(error.code, "popup-blocked");
    assert.deepEqual(await deployment.control.requests("GET", SSO_CONFIG), []);
  },
);

scenario(
  "a slow provider is waited for; the caller, or the end of the session, may give it up, and the window goes",
  inWindow,
  async ({ context, another }) => {
    const { deployment, provider } = await connect(another);
    for (const [giveUp, code] of [
      ["abort", "aborted"],
      ["close", "closed"],
    ]) {
      const page = await openBare(context, deployment);
      await known(page);
      const release = provider.steer.hold(AUTHORIZE);
      const popup = await startPopup(context, page);
      await until("the provider to be asked", () => provider.steer.requests().includes(AUTHORIZE));
      await pause(page, 600);
      assert.equal(await page.evaluate(() => globalThis.ended), undefined);
      await page.evaluate((how) => (how === "abort" ? caller.abort() : session.close()), giveUp);
      assert.equal((await outcomeOf(page)).error.code, code);
      await until("the window to go", () => popup.isClosed());
      release();
      provider.steer.reset();
      await page.close();
    }
    const page = await openBare(context, deployment);
    await known(page);
    const release = provider.steer.hold(AUTHORIZE);
    const popup = await startPopup(context, page);
    await until("the provider to be asked", () => provider.steer.requests().includes(AUTHORIZE));
    release();
    await popup.getByTestId("continue-as-hedy").click();
    assert.deepEqual(await outcomeOf(page), { value: null });
  },
);

scenario(
  "after a sign-out that could not be told, a popup that is closed shows nobody, and one that signs in does",
  inWindow,
  async ({ context, another }) => {
    const { deployment } = await connect(another);
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await deployment.control.faults({ method: "POST", path: LOGOUT, times: 20, status: 503 });
    const { error } = await page.evaluate(() => bare.outcome(session.logout()));
    assert.equal(error.code, "server-error");
    const closed = await startPopup(context, page);
    await closed.getByTestId("continue-as-hedy").waitFor();
    // It may have been told again before the window was there. Told now, it could end what somebody begins in it.
    const told = async () => (await deployment.control.requests("POST", LOGOUT)).length;
    const toldBefore = await told();
    await pause(page, 3_000);
    assert.equal(await told(), toldBefore);
    await closed.close();
    assert.equal(
      (await outcomeOf(page)).error.code,
      "server-error",
      "nothing is read while the sign-out stands",
    );
    assert.equal((await snapshotOf(page)).user, null, "the cookie of the one who signed out is still alive");
    // An answer that comes without a policy about openers: the page sees that the window is back.
    const popup = await startPopup(context, page, SESSION);
    await popup.getByTestId("continue-as-hedy").click();
    assert.deepEqual(await outcomeOf(page), { value: null });
    assert.equal((await snapshotOf(page)).user.email, "hedy@example.com");
  },
);

scenario(
  "another tab follows a sign-in by popup once it is looked at",
  inWindow,
  async ({ context, another }) => {
    const { deployment } = await connect(another);
    const tab = await openBare(context, deployment);
    await known(tab);
    const page = await openBare(context, deployment);
    await known(page);
    const popup = await startPopup(context, page);
    await popup.getByTestId("continue-as-hedy").click();
    assert.deepEqual(await outcomeOf(page), { value: null });
    await lookAt(tab);
    await until(
      "the other tab to follow",
      async () => (await snapshotOf(tab)).user?.email === "hedy@example.com",
    );
  },
);

scenario(
  "where single sign-on is off, or half configured, the window goes again and the page is told",
  inWindow,
  async ({ context, another }) => {
    for (const flags of [[], ["--idp", "http://localhost:9"]]) {
      const deployment = await another("bare", flags);
      const page = await openBare(context, deployment);
      await known(page);
      const popup = await startPopup(context, page);
      assert.equal((await outcomeOf(page)).error.code, "sso-unavailable");
      await until("the window to go", () => popup.isClosed());
      assert.equal((await deployment.control.requests("GET", SESSION)).length, 1);
    }
  },
);

/** Starts single sign-on in a popup, as on a click, and returns the popup. How it ends is told by `outcomeOf`. */
async function startPopup(context, page, returnUrl) {
  await lookAt(page);
  const [popup] = await Promise.all([
    context.waitForEvent("page"),
    page.evaluate((target) => {
      globalThis.ended = undefined;
      globalThis.caller = new AbortController();
      const options = { mode: "popup", signal: caller.signal, ...(target && { returnUrl: target }) };
      bare.outcome(session.sso.start(options)).then((outcome) => {
        globalThis.ended = outcome;
      });
    }, returnUrl),
  ]);
  return popup;
}

/** How the sign-in by popup ended. */
const outcomeOf = (page) => until("the sign-in to end", () => page.evaluate(() => globalThis.ended));

/** How often the deployment was asked for a session since its log was cleared. */
const readsAt = async ({ control }) => (await control.requests("GET", SESSION)).length;
