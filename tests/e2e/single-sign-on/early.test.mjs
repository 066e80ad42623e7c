// Single sign-on at the start of a page, where the module is still on its way, and at its end.

import assert from "node:assert/strict";
import { known, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { SSO_CONFIG } from "../support/identity-api.mjs";
import { providerStage } from "../support/provider.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();
const { connect } = providerStage();

const RETURN_URL = "/bare.html?back";

scenario(
  "a sign-in that the page starts in the turn of its creation leaves for the provider, and comes back to its return URL",
  async ({ context, another }) => {
    const { deployment } = await connect(another);
    const page = await openBare(context, deployment, { idle: true });
    await page.evaluate((returnUrl) => {
      globalThis.session = bare.start({}).session;
      session.sso.start({ returnUrl }).catch(() => {});
    }, RETURN_URL);
    await page.getByTestId("continue-as-hedy").click();
    await page.waitForURL(deployment.origin + RETURN_URL);
    assert.equal((await known(page)).user.email, "hedy@example.com");
  },
);

scenario(
  "a window for a sign-in opens in the turn of the session's creation, and leads to the provider",
  { window: true },
  async ({ context, another }) => {
    const { deployment } = await connect(another);
    const page = await openBare(context, deployment, { idle: true });
    const [popup] = await Promise.all([
      context.waitForEvent("page"),
      page.evaluate((returnUrl) => {
        globalThis.session = bare.start({}).session;
        const options = { mode: "popup", returnUrl };
        bare.outcome(session.sso.start(options)).then((outcome) => (globalThis.ended = outcome));
      }, RETURN_URL),
    ]);
    await popup.getByTestId("continue-as-hedy").click();
    const ended = await until("the sign-in to end", () => page.evaluate(() => globalThis.ended));
    assert.deepEqual(ended, { value: null });
    assert.equal((await snapshotOf(page)).user.email, "hedy@example.com");
  },
);

scenario(
  "a return URL that the deployment would ignore is refused at the start of a page too, and the page stays",
  async ({ context, another }) => {
    const { deployment } = await connect(another);
    const page = await openBare(context, deployment, { idle: true });
    const { error } = await page.evaluate(() => {
      globalThis.session = bare.start({}).session;
      return bare.outcome(session.sso.start({ returnUrl: "https://elsewhere.example/" }));
    });
    assert.equal(error.code, "invalid-return-url");
    assert.equal(new URL(page.url()).pathname, "/bare.html");
    assert.deepEqual(await deployment.control.requests("GET", SSO_CONFIG), []);
  },
);

scenario(
  "an address with a return URL is not ready before the module is, and there once the session is",
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment, { idle: true });
    const told = await page.evaluate(async (returnUrl) => {
      const { session } = bare.start({});
      const url = () => bare.outcome(Promise.resolve().then(() => session.sso.url({ returnUrl })));
      const early = await url();
      const plain = session.sso.url();
      await session.ready;
      return { early, plain, later: await url() };
    }, RETURN_URL);
    assert.deepEqual([told.early.error?.code, told.early.error?.retryable], ["not-ready", true]);
    const address = `${deployment.origin}/api/auth/sso/idp/login`;
    assert.equal(told.plain, address);
    assert.equal(told.later.value, `${address}?return_url=${encodeURIComponent(RETURN_URL)}`);
  },
);

scenario(
  "after close() neither an address nor a sign-in is to be had",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await control.clearLog();
    const codes = await page.evaluate(async (returnUrl) => {
      session.close();
      const calls = [
        () => session.sso.url({ returnUrl }),
        () => session.sso.start({ returnUrl }),
        () => session.sso.start(),
        () => session.sso.start({ mode: "popup" }),
        () => session.sso.config(),
      ];
      const outcomes = calls.map((call) => bare.outcome(Promise.resolve().then(call)));
      return (await Promise.all(outcomes)).map(({ error }) => error?.code);
    }, RETURN_URL);
    assert.deepEqual(
      codes,
      codes.map(() => "closed"),
    );
    assert.deepEqual(await control.requests("GET", SSO_CONFIG), []);
    assert.equal(context.pages().length, 1, "no window was opened");
  },
);
