// HTTP clients with the session's `fetch`, as docs/requests.md shows them.

import assert from "node:assert/strict";
import { once } from "../adapters/support/bundle.mjs";
import { ACCOUNTS, PASSWORD } from "../e2e/support/accounts.mjs";
import { AGENTS } from "../e2e/support/identity-api.mjs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { until } from "../e2e/support/until.mjs";
import { policyWith, servedUnder } from "./support/policy.mjs";
import { buildWithVite } from "./support/served-app.mjs";

const GRAPHQL = { path: "/data-api/graphql", body: { data: { agents: [{ name: "By GraphQL" }] } } };
const REST = { path: AGENTS, body: { success: true, agents: [{ name: "By REST" }] } };
const TRPC = { path: "/data-api/trpc/agents", body: { result: { data: [{ name: "By tRPC" }] } } };
const CLIENTS = {
  ky: { method: "GET", ...REST },
  ofetch: { method: "GET", ...REST },
  axios: { method: "GET", ...REST },
  "openapi-fetch": { method: "GET", ...REST },
  tRPC: { method: "GET", ...TRPC },
  "graphql-request": { method: "POST", ...GRAPHQL },
  urql: { method: "GET", ...GRAPHQL },
};
const UNDER_WAY_MS = 5_000;
/** Longer than a client waits before it repeats a request. */
const SENT_AGAIN_MS = 3_000;

const site = once(() => buildWithVite("requests-clients"));

async function signIn(page, account, name) {
  await page.getByLabel("Email").fill(ACCOUNTS[account].email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText(name).waitFor();
}

for (const [name, { method, path, body }] of Object.entries(CLIENTS)) {
  const rule = { method, path, times: 100, body };

  test(
    `${name}: a request has the session's token, ends with its identity, and is not repeated for another user`,
    scenario(async ({ context, another }) => {
      const deployment = await another(await site(), ["--bearer", "strict"]);
      const { control } = deployment;
      await servedUnder(policyWith(), deployment, async ({ origin }) => {
        const page = await context.newPage();
        const ask = () => page.getByRole("button", { name, exact: true }).click();
        const shown = page.locator(`button:text-is("${name}") + p`);
        const sent = () => control.requests(method, path);
        const signOut = () => page.getByRole("button", { name: "Sign out" }).click();
        await page.goto(origin);
        await signIn(page, "ada", "Ada Lovelace");

        await control.faults(rule);
        await ask();
        await shown.getByText(/^By /).waitFor();
        assert.deepEqual(
          (await sent()).map(({ bearer }) => bearer),
          [true],
        );

        // Ada's request is answered 503, and is not repeated for Grace: her own request is answered.
        await control.clearLog();
        await control.faults({ ...rule, status: 503, body: "busy" });
        await ask();
        await until("the request", async () => (await sent()).length >= 1);
        await signOut();
        await control.faults(rule);
        await page.getByText("Signed out").waitFor();
        const { length } = await sent();
        await signIn(page, "grace", "Grace Hopper");
        await shown.getByText(/^Failed: /).waitFor();
        await page.waitForTimeout(SENT_AGAIN_MS);
        assert.equal((await sent()).length, length, "after a 503");
        await ask();
        await shown.getByText(/^By /).waitFor();

        // A request is under way as the user signs out.
        await control.clearLog();
        await control.faults({ ...rule, delay_ms: UNDER_WAY_MS });
        await ask();
        await until("the request", async () => (await sent()).length === 1);
        await signOut();
        await shown.getByText(/^Failed: /).waitFor();
        await page.waitForTimeout(SENT_AGAIN_MS);
        assert.equal((await sent()).length, 1, "under way");
      });
    }),
  );
}
