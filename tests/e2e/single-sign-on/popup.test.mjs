import assert from "node:assert/strict";
import { known, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { LOGOUT, SESSION, SSO_CONFIG } from "../support/identity-api.mjs";
import { lookAt, lookAway, pause } from "../support/page-life.mjs";
import { providerStage } from "../support/provider.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

const { connect } = providerStage();

const inWindow = { window: true };
const AUTHORIZE = "/auth";

test(
  "a popup whose pages sever their opener is waited for until the page is visible again",
  scenario(inWindow, async ({ context, another }) => {
    const { deployment, provider } = await connect(another);
    provider.steer.severOpeners();
    const page = await openBare(context, deployment);
    await known(page);
    const release = provider.steer.hold(AUTHORIZE);
    const popup = await startPopup(context, page);
    await until("the provider to be asked", () => provider.steer.requests().includes(AUTHORIZE));
    // Another tab takes the focus, as a popup would: a headless window never loses it to another window.
    await lookAway(context, page);
    await deployment.control.clearLog();
    await deployment.control.faults({ method: "GET", path: SESSION, times: 1, status: 503 });
    release();
    await popup.getByTestId("continue-as-alan").waitFor();
    await until(
      "a read, as the popup seems closed",
      async () => (await deployment.control.requests("GET", SESSION)).length > 0,
    );
    await pause(page, 600);
    assert.equal(await page.evaluate(() => globalThis.ended), undefined);
    await popup.getByTestId("continue-as-alan").click();
    await popup.waitForURL(`${deployment.origin}/**`);
    await popup.close();
    await lookAt(page);
    assert.deepEqual(await outcomeOf(page), { value: null });
    assert.equal((await snapshotOf(page)).user.email, "alan@example.com");
  }),
);

test(
  "a popup that is severed only at its return URL has signed in, whichever page has the focus",
  scenario(inWindow, async ({ context, another }) => {
    const { deployment } = await connect(another);
    const page = await openBare(context, deployment);
    await known(page);
    const popup = await startPopup(context, page, "/bare.html?idle");
    await popup.getByTestId("continue-as-hedy").waitFor();
    await lookAway(context, page);
    await popup.getByTestId("continue-as-hedy").click();
    assert.deepEqual(await outcomeOf(page), { value: null });
    assert.equal((await snapshotOf(page)).user.email, "hedy@example.com");
    assert.equal(popup.isClosed(), false, "the page cannot close a severed popup");
  }),
);

test(
  "a popup that the browser refuses is a blocked popup, and no request is sent",
  scenario(inWindow, async ({ context, another }) => {
    const { deployment } = await connect(another);
    const page = await openBare(context, deployment);
    await known(page);
    await deployment.control.clearLog();
    const { error } = await page.evaluate(async () => {
      // A click allows one window.
      window.open("about:blank", "_blank", "popup");
      return bare.outcome(session.sso.start({ mode: "popup" }));
    });
    assert.equal(error.code, "popup-blocked");
    assert.deepEqual(await deployment.control.requests("GET", SSO_CONFIG), []);
  }),
);

test(
  "a popup opens in the turn of the session's creation, and a slow provider is waited for",
  scenario(inWindow, async ({ context, another }) => {
    const { deployment, provider } = await connect(another);
    const page = await openBare(context, deployment, { idle: true });
    const release = provider.steer.hold(AUTHORIZE);
    const popup = await startPopup(context, page, SESSION);
    await until("the provider to be asked", () => provider.steer.requests().includes(AUTHORIZE));
    await pause(page, 600);
    assert.equal(await page.evaluate(() => globalThis.ended), undefined);
    release();
    await popup.getByTestId("continue-as-hedy").click();
    assert.deepEqual(await outcomeOf(page), { value: null });
    assert.equal((await snapshotOf(page)).user.email, "hedy@example.com");
  }),
);

for (const [what, giveUp, code] of [
  ["its caller aborts", () => caller.abort(), "aborted"],
  ["outlives its session", () => session.close(), "closed"],
]) {
  test(
    `a popup that ${what} is closed`,
    scenario(inWindow, async ({ context, another }) => {
      const { deployment, provider } = await connect(another);
      const page = await openBare(context, deployment);
      await known(page);
      const release = provider.steer.hold(AUTHORIZE);
      const popup = await startPopup(context, page);
      await until("the provider to be asked", () => provider.steer.requests().includes(AUTHORIZE));
      await page.evaluate(giveUp);
      assert.equal((await outcomeOf(page)).error.code, code);
      await until("the window to close", () => popup.isClosed());
      release();
    }),
  );
}

test(
  "a popup that is closed before the deployment has said whether it offers single sign-on is a closed popup",
  scenario(inWindow, async ({ context, another }) => {
    const { deployment } = await connect(another);
    const page = await openBare(context, deployment);
    await known(page);
    await deployment.control.faults({ method: "GET", path: SSO_CONFIG, times: 1, delay_ms: 600 });
    const popup = await startPopup(context, page);
    await popup.close();
    assert.equal((await outcomeOf(page)).error.code, "popup-closed");
  }),
);

test(
  "after a failed sign-out, a popup that is closed shows no user, and a popup that signs in does",
  scenario(inWindow, async ({ context, another }) => {
    const { deployment } = await connect(another);
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await deployment.control.faults({ method: "POST", path: LOGOUT, times: 20, status: 503 });
    const { error } = await page.evaluate(() => bare.outcome(session.logout()));
    assert.equal(error.code, "server-error");
    const closed = await startPopup(context, page);
    await closed.getByTestId("continue-as-hedy").waitFor();
    // While the window is open, the sign-out must not be sent again: it could end the session that begins in the window.
    const signOuts = async () => (await deployment.control.requests("POST", LOGOUT)).length;
    const before = await signOuts();
    await pause(page, 3_000);
    assert.equal(await signOuts(), before);
    await closed.close();
    assert.equal((await outcomeOf(page)).error.code, "server-error", "no read while the sign-out is pending");
    assert.equal((await snapshotOf(page)).user, null, "the cookie of the user who signed out is still alive");
    // The return URL has no policy about openers: the page sees that the window is back.
    const popup = await startPopup(context, page, SESSION);
    await popup.getByTestId("continue-as-hedy").click();
    assert.deepEqual(await outcomeOf(page), { value: null });
    assert.equal((await snapshotOf(page)).user.email, "hedy@example.com");
  }),
);

test(
  "where single sign-on is off or half configured, the window closes and the call rejects",
  scenario(inWindow, async ({ context, another }) => {
    for (const flags of [[], ["--idp", "http://localhost:9"]]) {
      const deployment = await another("bare", flags);
      const page = await openBare(context, deployment);
      await known(page);
      const popup = await startPopup(context, page);
      assert.equal((await outcomeOf(page)).error.code, "sso-unavailable");
      await until("the window to close", () => popup.isClosed());
      assert.equal((await deployment.control.requests("GET", SESSION)).length, 1);
    }
  }),
);

/** Starts single sign-on in a popup, as on a click, and returns the popup; `outcomeOf` waits for the end. */
async function startPopup(context, page, returnUrl) {
  await lookAt(page);
  const [popup] = await Promise.all([
    context.waitForEvent("page"),
    page.evaluate((target) => {
      globalThis.ended = undefined;
      globalThis.session ??= bare.start({}).session;
      globalThis.caller = new AbortController();
      const options = { mode: "popup", signal: caller.signal, ...(target && { returnUrl: target }) };
      bare.outcome(session.sso.start(options)).then((outcome) => {
        globalThis.ended = outcome;
      });
    }, returnUrl),
  ]);
  return popup;
}

/** Waits for the end of the sign-in by popup, and returns its outcome. */
const outcomeOf = (page) => until("the sign-in to end", () => page.evaluate(() => globalThis.ended));
