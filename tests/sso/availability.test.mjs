import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startDeployment } from "../e2e/support/platform.mjs";
import { until } from "../e2e/support/until.mjs";
import { CALLBACK, CONFIG, LOGIN, startSingleSignOn } from "./support/deployment.mjs";
import { assertNotSignedIn, bringBack, leave, signOn } from "./support/flow.mjs";
import { Visitor } from "./support/visitor.mjs";

let directory;
let secretFile;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), "platform-sso-"));
  secretFile = join(directory, "secret");
  await writeFile(secretFile, "a-secret-of-no-provider");
});
after(() => rm(directory, { recursive: true }));

async function withDeployment(flags, check) {
  const deployment = await startDeployment({ site: "bare", flags });
  const ask = async (path) => {
    const response = await fetch(deployment.origin + path, { redirect: "manual" });
    return { status: response.status, body: await response.json() };
  };
  await check(ask).finally(deployment.stop);
}

test("where it is off it is not found", () =>
  withDeployment([], async (ask) => {
    assert.equal((await ask(CONFIG)).body.enabled, false);
    for (const path of [LOGIN, CALLBACK]) {
      const { status, body } = await ask(path);
      assert.deepEqual([status, body.error.code], [404, "sso_disabled"]);
    }
  }));

test("where it is half configured it is unavailable", async () => {
  const parts = [
    ["--idp", "http://127.0.0.1:9"],
    ["--idp-client-id", "platform"],
    ["--idp-client-secret-file", secretFile],
  ];
  for (const missing of parts) {
    const flags = parts.filter((part) => part !== missing).flat();
    await withDeployment(flags, async (ask) => {
      assert.equal((await ask(CONFIG)).body.enabled, false);
      const { status, body } = await ask(LOGIN);
      assert.deepEqual([status, body.error.code], [503, "sso_incomplete"]);
    });
  }
});

test("its configuration says nothing of the provider", async (t) => {
  const running = await startSingleSignOn(t);
  const text = await (await fetch(running.deployment.origin + CONFIG)).text();
  const { enabled, buttonLabel, ...others } = JSON.parse(text);
  assert.equal(enabled, true);
  assert.ok(buttonLabel.length > 0);
  assert.deepEqual(others, {});
  const { issuer, client } = running.provider;
  for (const detail of [new URL(issuer).host, client.id, client.secret]) assert.ok(!text.includes(detail));
});

test("a provider that was down when the deployment started is found once it is up", async (t) => {
  const running = await startSingleSignOn(t, { providerUp: false });
  const visitor = new Visitor(running);
  for (let round = 0; round < 2; round += 1) {
    const { response } = await visitor.request(LOGIN);
    assert.equal(response.status, 503);
    assert.equal((await response.json()).error.code, "sso_provider_unavailable");
    assert.deepEqual(await visitor.cookieNames(CALLBACK), []);
  }
  await running.provider.steer.up();
  await signOn(visitor, "hedy");
  assert.equal((await visitor.session()).authenticated, true);
  assert.match(running.deployment.printed(), /platform: the identity provider cannot be reached/);
});

test("a provider that describes itself as another is not believed", async (t) => {
  const running = await startSingleSignOn(t);
  const { steer, issuer } = running.provider;
  for (const change of [
    { issuer: "https://evil.example" },
    { issuer: `${issuer}/` },
    { token_endpoint: "http://evil.example/token" },
    { userinfo_endpoint: "http://evil.example/me" },
    { authorization_endpoint: "http://evil.example/auth" },
  ]) {
    steer.alterDescription((description) => ({ ...description, ...change }));
    const { response } = await new Visitor(running).request(LOGIN);
    assert.equal(response.status, 503, JSON.stringify(change));
    assert.equal((await response.json()).error.code, "sso_provider_unavailable");
  }
  steer.alterDescription((description) => description);
  await leave(new Visitor(running));
});

test("a provider that goes down in the middle costs the sign-on, and nothing more", async (t) => {
  const running = await startSingleSignOn(t);
  const visitor = new Visitor(running);
  const back = await bringBack(visitor, "hedy");
  await running.provider.steer.down();
  await assertNotSignedIn(visitor, await visitor.request(back), 503, "unreachable");
  await running.provider.steer.up();
  await assertNotSignedIn(visitor, await visitor.request(back), 400, "not-under-way");
  await signOn(visitor, "hedy");
  assert.equal((await visitor.session()).authenticated, true);
});

test("a provider that hangs is given up, and people who came at once share the one request", async (t) => {
  const running = await startSingleSignOn(t);
  const release = running.provider.steer.hold("/.well-known/openid-configuration");
  const visitors = Array.from({ length: 5 }, () => new Visitor(running));
  const asked = visitors.map((visitor) => visitor.request(LOGIN));
  for (const { response } of await Promise.all(asked)) assert.equal(response.status, 503);
  const requests = () => running.provider.steer.requests();
  assert.equal(requests().length, 1);
  release();
  await leave(visitors[0]);
});

test("a slow provider is waited for, and its description is asked for once", async (t) => {
  const running = await startSingleSignOn(t);
  const release = running.provider.steer.hold("/jwks");
  const visitors = Array.from({ length: 5 }, () => new Visitor(running));
  const asked = visitors.map((visitor) => leave(visitor));
  await until("the keys are asked for", () => running.provider.steer.requests().includes("/jwks"));
  release();
  await Promise.all(asked);
  const count = (path) => running.provider.steer.requests().filter((seen) => seen === path).length;
  assert.equal(count("/.well-known/openid-configuration"), 1);
  assert.equal(count("/jwks"), 1);
});
