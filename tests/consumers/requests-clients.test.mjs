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
/** A client that sends a request again waits a second or so. */
const SENT_AGAIN_MS = 3_000;

const site = once(() => buildWithVite("requests-clients"));

/** Signs in on the page, and runs this with what the client's button shows. */
const withClient =
  (name, run) =>
  async ({ context, another }) => {
    const deployment = await another(await site(), ["--bearer", "strict"]);
    await servedUnder(policyWith(), deployment, async ({ origin }) => {
      const page = await context.newPage();
      await page.goto(origin);
      await page.getByLabel("Email").fill(ACCOUNTS.ada.email);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByText("Ada Lovelace").waitFor();
      await run({
        page,
        control: deployment.control,
        ask: () => page.getByRole("button", { name, exact: true }).click(),
        shown: page.locator(`button:text-is("${name}") + p`),
      });
    });
  };

for (const [name, { method, path, body }] of Object.entries(CLIENTS)) {
  const rule = { method, path, times: 100, body };

  test(
    `${name} sends its requests with the session's token, and reads the answer`,
    scenario(
      withClient(name, async ({ control, ask, shown }) => {
        await control.faults(rule);
        await ask();
        await shown.getByText(/^By /).waitFor();
        assert.deepEqual(
          (await control.requests(method, path)).map(({ bearer }) => bearer),
          [true],
        );
      }),
    ),
  );

  test(
    `${name} fails where the user signs out meanwhile, and sends nothing again for the next one`,
    scenario(
      withClient(name, async ({ page, control, ask, shown }) => {
        await control.faults({ ...rule, delay_ms: UNDER_WAY_MS });
        await ask();
        await until("the request", async () => (await control.requests(method, path)).length === 1);
        await page.getByRole("button", { name: "Sign out" }).click();
        await shown.getByText(/^Failed: /).waitFor();
        await page.waitForTimeout(SENT_AGAIN_MS);
        assert.equal((await control.requests(method, path)).length, 1);
      }),
    ),
  );

  test(
    `${name} repeats no request for the next user that was answered 503 for the last`,
    scenario(
      withClient(name, async ({ page, control, ask, shown }) => {
        await control.faults({ ...rule, status: 503, body: "busy" });
        await ask();
        await until("the request", async () => (await control.requests(method, path)).length >= 1);
        await page.getByRole("button", { name: "Sign out" }).click();
        await control.faults(rule);
        await page.getByText("Signed out").waitFor();
        const count = (await control.requests(method, path)).length;
        await page.getByLabel("Email").fill(ACCOUNTS.grace.email);
        await page.getByLabel("Password").fill(PASSWORD);
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.getByText("Grace Hopper").waitFor();
        await shown.getByText(/^Failed: /).waitFor();
        await page.waitForTimeout(SENT_AGAIN_MS);
        assert.equal((await control.requests(method, path)).length, count);
        // The client of the next user works.
        await ask();
        await shown.getByText(/^By /).waitFor();
      }),
    ),
  );
}
