// What a page asks of the deployment beside its session: roles, permissions, its own requests, single sign-on.

import assert from "node:assert/strict";
import { known, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { AGENTS } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

scenario("roles are read with the held token, kept, and ranked", async ({ context, deployment, control }) => {
  const page = await openBare(context, deployment);
  await known(page);
  assert.equal(await page.evaluate(() => session.atLeast("default")), false, "before the catalogue is read");
  await signIn(page, "grace");
  const { names, kept, ranks } = await page.evaluate(async () => {
    const [first, second] = [await session.roles(), await session.roles()];
    const ranks = ["default", "expert", "administrator", "nobody", ""].map((role) => session.atLeast(role));
    return { names: first.map(({ name }) => name).sort(), kept: first === second, ranks };
  });
  assert.deepEqual(names, ["administrator", "default", "expert"]);
  assert.ok(kept);
  assert.deepEqual(ranks, [true, true, false, false, false]);
  const asked = await control.requests("GET", "/api/roles");
  assert.deepEqual(
    asked.map(({ bearer }) => bearer),
    [true],
  );
});

scenario("a 401 for want of a bearer signs nobody out", async ({ context, deployment }) => {
  const page = await openBare(context, deployment);
  await signIn(page, "ada");
  await page.reload();
  await known(page);
  const answers = await page.evaluate(async (agents) => {
    const { error } = await bare.outcome(session.roles());
    const { status } = await session.fetch(agents);
    return { code: error?.code, status };
  }, AGENTS);
  assert.deepEqual(answers, { code: "unauthenticated", status: 401 });
  assert.equal((await snapshotOf(page)).status, "authenticated");
});

scenario("a request of the page's own carries the token, to the deployment's APIs alone", async (given) => {
  const { context, deployment, control } = given;
  const page = await openBare(context, deployment);
  await signIn(page, "ada");
  await control.clearLog();
  const { status, codes } = await page.evaluate(async (agents) => {
    const response = await session.fetch(agents, { headers: { "x-own": "1" } });
    await response.json();
    const foreign = [
      "/apix/roles",
      "/api/../x",
      "/api/%2e%2e/x",
      "/api/..%2fx",
      "//evil.example/api/roles",
      "https://evil.example/api/roles",
      `${location.protocol}//user:secret@${location.host}/api/roles`,
      `${location.protocol}//${location.hostname}:1/api/roles`,
      "blob:x",
      "",
    ];
    const outcomes = await Promise.all(foreign.map((url) => bare.outcome(session.fetch(url))));
    return { status: response.status, codes: outcomes.map(({ error }) => error?.code) };
  }, AGENTS);
  assert.equal(status, 200);
  assert.deepEqual(new Set(codes), new Set(["foreign-url"]));
  const log = await control.log();
  assert.deepEqual(
    log.map(({ path, bearer }) => ({ path, bearer })),
    [{ path: AGENTS, bearer: true }],
    "the refused ones were never sent",
  );
});

scenario("permissions can be asked for on their own", async ({ context, deployment, control }) => {
  const page = await openBare(context, deployment);
  await signIn(page, "ada");
  const same = await page.evaluate(
    async () => (await session.permissions.refresh()) === session.permissions.features,
  );
  assert.ok(same);
  const asked = await control.requests("GET", "/api/auth/permissions");
  assert.deepEqual(
    asked.map(({ bearer }) => bearer),
    [true],
  );
});

scenario("where single sign-on is off, the page is not left for it", async ({ context, deployment }) => {
  const page = await openBare(context, deployment);
  await known(page);
  const before = page.url();
  const { enabled, code, link, refused } = await page.evaluate(async () => {
    const { enabled } = await session.sso.config();
    const { error } = await bare.outcome(session.sso.start({ returnUrl: "/reports" }));
    const refused = ["https://evil.example/", "/\\evil.example", "/.//evil.example", "javascript:0"].map(
      (returnUrl) => {
        try {
          return session.sso.url({ returnUrl });
        } catch (error) {
          return error.code;
        }
      },
    );
    return { enabled, code: error?.code, link: session.sso.url({ returnUrl: "/reports?a=1" }), refused };
  });
  assert.deepEqual({ enabled, code }, { enabled: false, code: "sso-unavailable" });
  assert.equal(link, `${deployment.origin}/api/auth/sso/idp/login?return_url=%2Freports%3Fa%3D1`);
  assert.deepEqual(new Set(refused), new Set(["invalid-return-url"]));
  assert.equal(page.url(), before);
});
