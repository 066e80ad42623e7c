// Where the token goes when the deployment redirects a request by `session.fetch`. That it does not leave the origin is
// the browser's doing (Fetch, HTTP-redirect fetch, step 13): this holds Chromium to it.

import assert from "node:assert/strict";
import { openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { BEARER_WAYS } from "../support/bearer-ways.mjs";
import { AGENTS } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

const FIRST = "/data-api/first";
const SECOND = "/data-api/second";
/** Outside the prefixes, on the same origin. */
const FILE = "/bare.js";

// The policy that a deployment sends with its own site lets a page ask no other host.
const options = { context: { bypassCSP: true } };

const redirecting = (path, location, status = 307, method = "GET") => ({
  method,
  path,
  times: 1,
  status,
  headers: { location },
});

/** Everything that was asked of a deployment, of its site as well. */
async function askedOf({ origin }) {
  const answer = await fetch(`${origin}/_control/log`, { signal: AbortSignal.timeout(5_000) });
  return (await answer.json()).map(({ method, path, bearer }) => [method, path, bearer]);
}

for (const bearer of BEARER_WAYS) {
  for (const status of [301, 302, 303, 307, 308]) {
    scenario(
      `a ${status} within the deployment is followed, with the token (--bearer ${bearer})`,
      async ({ context, another }) => {
        const deployment = await another("bare", ["--bearer", bearer]);
        const page = await openBare(context, deployment);
        await signIn(page, "ada");
        await deployment.control.faults(
          redirecting(FIRST, SECOND, status),
          redirecting(SECOND, AGENTS, status),
          redirecting(FIRST, FILE, status),
        );
        await deployment.control.clearLog();
        const told = await page.evaluate(async (path) => {
          const answers = [];
          for (let time = 0; time < 2; time++) {
            const { status, redirected, url } = await session.fetch(path, { cache: "no-store" });
            answers.push([status, redirected, new URL(url).pathname]);
          }
          return answers;
        }, FIRST);
        assert.deepEqual(told, [
          [200, true, AGENTS],
          [200, true, FILE],
        ]);
        assert.deepEqual(await askedOf(deployment), [
          ["GET", FIRST, true],
          ["GET", SECOND, true],
          ["GET", AGENTS, true],
          ["GET", FIRST, true],
          ["GET", FILE, true],
        ]);
      },
    );
  }

  scenario(
    `the token does not follow a redirect to another origin, nor back from there (--bearer ${bearer})`,
    options,
    async ({ context, another }) => {
      const deployment = await another("bare", ["--bearer", bearer]);
      const other = await another("bare", ["--allowed-origin", deployment.origin, "--bearer", bearer]);
      const page = await openBare(context, deployment);
      await signIn(page, "ada");
      for (const status of [302, 307, 308]) {
        for (const method of ["GET", "POST"]) {
          await deployment.control.faults(
            redirecting(FIRST, SECOND, status, method),
            redirecting(
              SECOND,
              other.origin + FIRST,
              status,
              method === "POST" && status === 302 ? "GET" : method,
            ),
          );
          await other.control.faults(
            redirecting(
              FIRST,
              other.origin + SECOND,
              307,
              method === "POST" && status === 302 ? "GET" : method,
            ),
            redirecting(
              SECOND,
              deployment.origin + AGENTS,
              303,
              method === "POST" && status === 302 ? "GET" : method,
            ),
          );
          await deployment.control.clearLog();
          await other.control.clearLog();
          await page.evaluate(
            ([path, init]) => bare.outcome(session.fetch(path, init)),
            [FIRST, { method, ...(method === "POST" && { body: "x" }) }],
          );
          const own = await askedOf(deployment);
          assert.deepEqual(
            own.slice(0, 2).map(([, path, sent]) => [path, sent]),
            [
              [FIRST, true],
              [SECOND, true],
            ],
          );
          assert.ok(
            own.slice(2).every(([, path, sent]) => path !== AGENTS || !sent),
            JSON.stringify(own),
          );
          const elsewhere = await askedOf(other);
          const arrived = elsewhere
            .filter(([asked]) => asked !== "OPTIONS")
            .map(([, path, sent]) => [path, sent]);
          const expected = [
            [FIRST, false],
            [SECOND, false],
          ];
          assert.deepEqual(arrived, expected, `${status} ${method}`);
          assert.ok(elsewhere.every(([, , sent]) => !sent));
          assert.equal((await snapshotOf(page)).status, "authenticated");
        }
      }
    },
  );
}

for (const status of [401, 403]) {
  scenario(
    `a ${status} from outside the APIs says nothing of the session, nor of the token`,
    options,
    async ({ context, another, watch }) => {
      const deployment = await another("bare", ["--bearer", "strict"]);
      const other = await another("bare", ["--allowed-origin", deployment.origin]);
      const page = await openBare(context, deployment);
      await signIn(page, "ada");
      for (const [place, path] of [
        [other, AGENTS],
        [deployment, FILE],
      ]) {
        await other.control.faults({ method: "GET", path: AGENTS, times: 1, status });
        await deployment.control.faults(redirecting(FIRST, place.origin + path, 303, "POST"), {
          method: "GET",
          path: FILE,
          times: 1,
          status,
        });
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
    },
  );
}

scenario("a redirect that the page does not want to follow is not followed", async (given) => {
  const { context, deployment, control } = given;
  const page = await openBare(context, deployment);
  await signIn(page, "ada");
  await control.faults(redirecting(FIRST, AGENTS), redirecting(FIRST, AGENTS));
  await control.clearLog();
  const told = await page.evaluate(async (path) => {
    const { type, status } = await session.fetch(path, { redirect: "manual" });
    const { error } = await bare.outcome(session.fetch(path, { redirect: "error" }));
    return [type, status, error?.code];
  }, FIRST);
  assert.deepEqual(told, ["opaqueredirect", 0, "network"]);
  const asked = (await control.log()).map(({ path }) => path);
  assert.deepEqual(asked, [FIRST, FIRST]);
});
