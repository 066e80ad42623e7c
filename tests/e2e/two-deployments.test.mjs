import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "./support/accounts.mjs";
import { openBare } from "./support/bare-page.mjs";
import { accountOnTheWire, SESSION } from "./support/identity-api.mjs";
import { stage } from "./support/stage.mjs";

const { scenario } = stage();

// Two hosts of one site, so that each deployment has a cookie of its own and both are first-party.
const addressOf = (name, { port }) => `http://${name}.example.localhost:${port}`;

// The policy that a deployment sends with its own site lets a page ask no other host.
const options = { context: { bypassCSP: true } };

scenario(
  "two sessions on one page keep to their own deployments",
  options,
  async ({ context, deployment, another }) => {
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
  },
);

scenario(
  "a deployment that does not allow this origin is a network failure, and nobody is signed out by it",
  options,
  async ({ context, deployment, another }) => {
    const other = await another("bare", ["--allowed-origin", "http://elsewhere.example.localhost"]);
    const page = await openBare(context, { origin: addressOf("portal", deployment) }, { idle: true });
    const { snapshot, error } = await page.evaluate(
      async (baseUrl) => {
        const { session } = bare.start({ baseUrl });
        const { error } = await bare.outcome(session.refresh());
        return { snapshot: bare.plain(session.snapshot), error };
      },
      addressOf("hub", other),
    );
    assert.deepEqual([error.code, error.status, error.retryable], ["network", null, true]);
    assert.deepEqual([snapshot.status, snapshot.error], ["unknown", error]);
    const [read] = await other.control.requests("GET", SESSION);
    assert.ok(read, "the read was sent, and its answer kept from the page");
  },
);
