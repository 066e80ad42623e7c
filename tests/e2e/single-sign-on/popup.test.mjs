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
  "a popup with pages that keep themselves apart from their opener is waited for until the page is looked at again",
  scenario(inWindow, async ({ context, another }) => {
    const { deployment, provider } = await connect(another);
    provider.steer.severOpeners();
    const page = await openBare(context, deployment);
    await known(page);
    const release = provider.steer.hold(AUTHORIZE);
    const popup = await startPopup(context, page);
    await until("the provider to be asked", () => provider.steer.requests().includes(AUTHORIZE));
    // The page acts as if the popup had taken the focus: headless windows never lose theirs to one another.
    await lookAway(context, page);
    await deployment.control.clearLog();
    await deployment.control.faults({ method: "GET", path: SESSION, times: 1, status: 503 });
    release();
    await popup.getByTestId("continue-as-alan").waitFor();
    await until(
      "a look at what only looks closed",
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
  "a popup that is kept apart only where it leads back to has signed in, whichever page has the focus",
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
    assert.equal(popup.isClosed(), false, "only its user can close it");
  }),
);

test(
  "a popup for which the browser has no room is a blocked popup, and nothing is asked",
  scenario(inWindow, async ({ context, another }) => {
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
  }),
);

test(
  "a window opens in the turn of the session's creation, and a slow provider is waited for",
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
  ["its caller gives up", () => caller.abort(), "aborted"],
  ["outlives its session", () => session.close(), "closed"],
]) {
  test(
    `a popup that ${what} goes`,
    scenario(inWindow, async ({ context, another }) => {
      const { deployment, provider } = await connect(another);
      const page = await openBare(context, deployment);
      await known(page);
      const release = provider.steer.hold(AUTHORIZE);
      const popup = await startPopup(context, page);
      await until("the provider to be asked", () => provider.steer.requests().includes(AUTHORIZE));
      await page.evaluate(giveUp);
      assert.equal((await outcomeOf(page)).error.code, code);
      await until("the window to go", () => popup.isClosed());
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
  "after a sign-out that could not be told, a popup that is closed shows no user, and one that signs in does",
  scenario(inWindow, async ({ context, another }) => {
    const { deployment } = await connect(another);
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await deployment.control.faults({ method: "POST", path: LOGOUT, times: 20, status: 503 });
    const { error } = await page.evaluate(() => bare.outcome(session.logout()));
    assert.equal(error.code, "server-error");
    const closed = await startPopup(context, page);
    await closed.getByTestId("continue-as-hedy").waitFor();
    // The sign-out may have been sent again before the window was there. Sent now, it could end a session that begins in the window.
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
    assert.equal((await snapshotOf(page)).user, null, "the cookie of the user who signed out is still alive");
    // An answer that comes without a policy about openers: the page sees that the window is back.
    const popup = await startPopup(context, page, SESSION);
    await popup.getByTestId("continue-as-hedy").click();
    assert.deepEqual(await outcomeOf(page), { value: null });
    assert.equal((await snapshotOf(page)).user.email, "hedy@example.com");
  }),
);

test(
  "where single sign-on is off, or half configured, the window goes again and the page is told",
  scenario(inWindow, async ({ context, another }) => {
    for (const flags of [[], ["--idp", "http://localhost:9"]]) {
      const deployment = await another("bare", flags);
      const page = await openBare(context, deployment);
      await known(page);
      const popup = await startPopup(context, page);
      assert.equal((await outcomeOf(page)).error.code, "sso-unavailable");
      await until("the window to go", () => popup.isClosed());
      assert.equal((await deployment.control.requests("GET", SESSION)).length, 1);
    }
  }),
);

/** Starts single sign-on in a popup, as on a click, and returns the popup. How it ends is told by `outcomeOf`. */
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

/** How the sign-in by popup ended. */
const outcomeOf = (page) => until("the sign-in to end", () => page.evaluate(() => globalThis.ended));
