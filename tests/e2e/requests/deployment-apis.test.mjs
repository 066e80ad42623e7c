// The page's own requests to the deployment. All addresses, sent and refused: tests/engines/requests.mjs.

import assert from "node:assert/strict";
import { known, openBare, signIn } from "../support/bare-page.mjs";
import { AGENTS } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

test(
  "a request of the page's own carries the token, to the deployment's APIs alone",
  scenario(async (given) => {
    const { context, deployment, control } = given;
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await control.clearLog();
    const { status, codes } = await page.evaluate(async (agents) => {
      const { status } = await session.fetch(agents);
      const foreign = [
        "/apix/roles",
        "https://evil.example/api/roles",
        "",
        undefined,
        null,
        {},
        [],
        7,
        Symbol("x"),
      ];
      const outcomes = await Promise.all(foreign.map((url) => bare.outcome(session.fetch(url))));
      return { status, codes: outcomes.map(({ error }) => error?.code) };
    }, AGENTS);
    assert.equal(status, 200);
    assert.deepEqual(codes, Array(9).fill("foreign-url"));
    assert.deepEqual(
      (await control.log()).map(({ path, bearer }) => ({ path, bearer })),
      [{ path: AGENTS, bearer: true }],
      "refused requests are not sent",
    );
  }),
);

test(
  "with a deployment at another origin, requests to that are sent, and addresses of the page's origin are foreign",
  scenario({ context: { bypassCSP: true } }, async ({ context, deployment, another }) => {
    const other = await another("bare", ["--allowed-origin", deployment.origin]);
    const page = await openBare(context, deployment, { options: { baseUrl: other.origin } });
    await known(page);
    await other.control.clearLog();
    const codes = await page.evaluate(async (elsewhere) => {
      const own = location.origin;
      const inputs = ["/data-api/x", `${elsewhere}/data-api/x`, new Request(`${elsewhere}/data-api/x`)];
      const refused = [`${own}/data-api/x`, new Request("/data-api/x"), new URL("/data-api/x", location)];
      const outcomes = [];
      for (const input of [...inputs, ...refused]) {
        const { value, error } = await bare.outcome(session.fetch(input).then(({ status }) => [status]));
        outcomes.push(error?.code ?? value[0]);
      }
      return outcomes;
    }, other.origin);
    assert.deepEqual(codes, [404, 404, 404, "foreign-url", "foreign-url", "foreign-url"]);
    const paths = (await other.control.log()).map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(paths, Array(3).fill("GET /data-api/x"));
  }),
);
