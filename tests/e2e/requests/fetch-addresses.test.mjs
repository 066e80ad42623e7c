// Where `session.fetch` goes, and where it does not: the table is tests/cases/api-urls.mjs.

import assert from "node:assert/strict";
import { FOREIGN, SENT } from "../../cases/api-urls.mjs";
import { failedOfSent, passedOfForeign } from "../support/api-addresses.mjs";
import { openBare, signIn } from "../support/bare-page.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

/** Runs in a page before its scripts: notes every address that `fetch` is called with. */
function noteFetches() {
  globalThis.fetched = [];
  const { fetch: realFetch } = globalThis;
  globalThis.fetch = (input, init) => {
    fetched.push(input instanceof Request ? input.url : String(input));
    return realFetch(input, init);
  };
}

scenario("an address within the four prefixes is sent, with the token", async (given) => {
  const { context, deployment, control } = given;
  const page = await openBare(context, deployment);
  await signIn(page, "ada");
  await control.clearLog();
  assert.deepEqual(await failedOfSent(page, deployment), []);
  const expected = SENT.flatMap(([, path]) => [path, path, path]);
  const asked = await control.log();
  assert.deepEqual(
    asked.map(({ path }) => path),
    expected,
  );
  assert.ok(asked.every(({ bearer }) => bearer));
});

scenario(
  "every other address is refused before anything is sent, as text, URL and Request",
  async (given) => {
    const { context, deployment } = given;
    assert.ok(FOREIGN.length >= 100 && new Set(FOREIGN).size === FOREIGN.length);
    const page = await openBare(context, deployment, { before: noteFetches });
    await signIn(page, "ada");
    await page.evaluate(() => void fetched.splice(0));
    const { passed, judged } = await passedOfForeign(page, deployment);
    assert.deepEqual(passed, []);
    const codes = await page.evaluate(async () => {
      const outcomes = [undefined, null, {}, [], 7, Symbol("x")].map((input) =>
        bare.outcome(session.fetch(input)),
      );
      return (await Promise.all(outcomes)).map(({ error }) => error?.code);
    });
    assert.deepEqual(codes, Array(6).fill("foreign-url"));
    assert.deepEqual(await page.evaluate(() => fetched), []);
    assert.ok(judged > 2 * FOREIGN.length, `${judged} were judged`);
  },
);

scenario(
  "for a deployment elsewhere, its own addresses are sent, and the page's own are foreign",
  {
    context: { bypassCSP: true },
  },
  async ({ context, deployment, another }) => {
    const other = await another("bare", ["--allowed-origin", deployment.origin]);
    const page = await openBare(context, deployment, { options: { baseUrl: other.origin } });
    await page.evaluate(() => session.ready);
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
    assert.deepEqual(paths, ["GET /data-api/x", "GET /data-api/x", "GET /data-api/x"]);
  },
);
