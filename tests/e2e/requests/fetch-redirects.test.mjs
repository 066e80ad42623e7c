// A redirect of a request by `session.fetch` that leaves the APIs. The rest, in three engines: tests/engines/requests.mjs.

import assert from "node:assert/strict";
import { openBare, signIn } from "../support/bare-page.mjs";
import { AGENTS } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

const FIRST = "/data-api/first";
/** Outside the prefixes, on the same origin. */
const FILE = "/bare.js";

// The policy that a deployment sends with its own site lets a page ask no other host.
const options = { context: { bypassCSP: true } };

/** Everything that was asked of a deployment, of its site as well. */
async function askedOf({ origin }) {
  const answer = await fetch(`${origin}/_control/log`, { signal: AbortSignal.timeout(5_000) });
  return (await answer.json()).map(({ method, path, bearer }) => [method, path, bearer]);
}

test(
  "a 401 and a 403 from outside the APIs say nothing of the session, nor of the token",
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
        const told = await page.evaluate(
          async ([first, agents]) => [
            (await session.fetch(first, { method: "POST", body: "x" })).status,
            (await session.fetch(agents)).status,
          ],
          [FIRST, AGENTS],
        );
        assert.deepEqual(told, [status, 200]);
        await watch.quiet();
        assert.deepEqual(await askedOf(deployment), [
          ["POST", FIRST, true],
          ...(place === deployment ? [["GET", FILE, true]] : []),
          ["GET", AGENTS, true],
        ]);
      }
  }),
);
