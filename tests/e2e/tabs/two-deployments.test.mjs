import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { openBare } from "../support/bare-page.mjs";
import { accountOnTheWire, LOGOUT, SESSION } from "../support/identity-api.mjs";
import { pause } from "../support/page-life.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

// Two hosts of one site: each deployment has its own cookie, and both cookies are first-party.
const addressOf = (name, { port }) => `http://${name}.example.localhost:${port}`;

// The policy of the site allows requests to no other host.
const options = { context: { bypassCSP: true } };

test(
  "two sessions on one page use their own deployments",
  scenario(options, async ({ context, deployment, another }) => {
    const portal = addressOf("portal", deployment);
    const other = await another("bare", ["--allowed-origin", portal]);
    const [ada, grace] = [await accountOnTheWire(deployment, "ada"), await accountOnTheWire(other, "grace")];
    const page = await openBare(context, { origin: portal }, { idle: true });
    const shown = await page.evaluate(
      async ([baseUrl, one, two]) => {
        globalThis.own = bare.start({}).session;
        globalThis.foreign = bare.start({ baseUrl }).session;
        await Promise.all([own.login(one), foreign.login(two)]);
        return (await Promise.all([own.refresh(), foreign.refresh()])).map(bare.plain);
      },
      [addressOf("hub", other), credentialsOf("ada"), credentialsOf("grace")],
    );
    assert.deepEqual(
      shown.map(({ status, user, features }) => [status, user.email, features]),
      [
        ["authenticated", ACCOUNTS.ada.email, ada.features],
        ["authenticated", ACCOUNTS.grace.email, grace.features],
      ],
    );
    for (const { control } of [deployment, other]) {
      const reads = await control.requests("GET", SESSION);
      assert.deepEqual(reads.at(-1), { method: "GET", path: SESSION, cookie: true, bearer: false });
    }

    const afterwards = await page.evaluate(async () => {
      await own.logout();
      return [own.snapshot, await foreign.refresh()].map(bare.plain);
    });
    assert.deepEqual(
      afterwards.map(({ status, reason, user }) => [status, reason, user?.email]),
      [
        ["unauthenticated", "signed-out", undefined],
        ["authenticated", null, ACCOUNTS.grace.email],
      ],
    );
  }),
);

test(
  "events of one session do not reach a session of another deployment, here or in another tab",
  scenario(options, async ({ context, deployment, another, watch }) => {
    const portal = addressOf("portal", deployment);
    const other = await another("bare", ["--allowed-origin", portal]);
    const pages = [
      await openBare(context, { origin: portal }, { idle: true }),
      await openBare(context, { origin: portal }, { idle: true }),
    ];
    for (const page of pages) {
      await page.evaluate(
        async (baseUrl) => {
          globalThis.own = bare.start({});
          globalThis.foreign = bare.start({ baseUrl });
          await Promise.all([own.session.ready, foreign.session.ready]);
        },
        addressOf("hub", other),
      );
    }
    const [here, there] = pages;
    await here.evaluate((credentials) => own.session.login(credentials), credentialsOf("ada"));
    await until("the same deployment's session in the other tab", () =>
      there.evaluate(() => own.session.snapshot.status === "authenticated"),
    );
    await there.evaluate((credentials) => foreign.session.login(credentials), credentialsOf("grace"));
    await until("the other deployment's session here", () =>
      here.evaluate(() => foreign.session.snapshot.status === "authenticated"),
    );
    // Two first reads, the one that confirms the sign-in, and the other tab's. No other read is expected.
    await until(
      "the reads of the sign-in",
      async () => (await other.control.requests("GET", SESSION)).length >= 4,
    );
    // The log has a read as it arrives: the last answer is still under way.
    await watch.quiet();
    await other.control.faults({ method: "GET", path: SESSION, times: 50, status: 503 });
    await here.evaluate(() => own.session.logout());
    await until("the sign-out to be heard", () =>
      there.evaluate(() => own.session.snapshot.reason === "signed-out"),
    );
    await pause(there);
    for (const page of pages) {
      const [own, foreign] = await page.evaluate(() =>
        [globalThis.own, globalThis.foreign].map(({ events, session }) => ({
          types: events.map(({ type }) => type).filter((type) => type !== "permissions-changed"),
          user: session.snapshot.user?.email,
          open: session.permissions.can("chat-history"),
        })),
      );
      assert.deepEqual(own, { types: ["signed-in", "signed-out"], user: undefined, open: false });
      assert.deepEqual(foreign, { types: ["signed-in"], user: ACCOUNTS.grace.email, open: true });
    }
    assert.deepEqual(await other.control.requests("POST", LOGOUT), []);
  }),
);
