// Redirects of `session.fetch` that leave the APIs. All other redirects: tests/engines/requests.mjs.

import assert from "node:assert/strict";
import { openBare, signIn } from "../support/bare-page.mjs";
import { AGENTS } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

const FIRST = "/data-api/first";
/** An address outside the APIs, on the same origin. */
const FILE = "/bare.js";

// The policy of the site allows requests to no other host.
const options = { context: { bypassCSP: true } };

/** Returns all requests that a deployment has got, for files of its site, too. */
async function requestsOf({ origin }) {
  const answer = await fetch(`${origin}/_control/log`, { signal: AbortSignal.timeout(5_000) });
  return (await answer.json()).map(({ method, path, bearer }) => [method, path, bearer]);
}

test(
  "a 401 or 403 from outside the APIs changes neither the session nor the token",
  scenario(options, async ({ context, another, watch }) => {
    const deployment = await another("bare", ["--bearer", "strict"]);
    const other = await another("bare", ["--allowed-origin", deployment.origin]);
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    for (const status of [401, 403])
      for (const [place, path] of [
        [other, AGENTS],
        [deployment, FILE],
      ]) {
        await other.control.faults({ method: "GET", path: AGENTS, times: 1, status });
        const headers = { location: place.origin + path };
        await deployment.control.faults(
          { method: "POST", path: FIRST, times: 1, status: 303, headers },
          { method: "GET", path: FILE, times: 1, status },
        );
        await watch.quiet();
        await deployment.control.clearLog();
        const statuses = await page.evaluate(
          async ([first, agents]) => [
            (await session.fetch(first, { method: "POST", body: "x" })).status,
            (await session.fetch(agents)).status,
          ],
          [FIRST, AGENTS],
        );
        assert.deepEqual(statuses, [status, 200]);
        await watch.quiet();
        assert.deepEqual(await requestsOf(deployment), [
          ["POST", FIRST, true],
          ...(place === deployment ? [["GET", FILE, true]] : []),
          ["GET", AGENTS, true],
        ]);
      }
  }),
);
