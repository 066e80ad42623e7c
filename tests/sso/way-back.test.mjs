import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { test } from "node:test";
import { CALLBACK, LOGIN, sharedSingleSignOn, startSingleSignOn } from "./support/deployment.mjs";
import { answer, assertNotSignedIn, bringBack, leave, signOn } from "./support/flow.mjs";
import { Visitor } from "./support/visitor.mjs";

/** Returns a URL with parameters of its query changed, or removed where the value is `null`. */
function altered(address, parts) {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parts)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}

const current = sharedSingleSignOn();

test("the way back leads to a session once, and to none the second time", async () => {
  const running = await current();
  const visitor = new Visitor(running);
  const back = await bringBack(visitor, "hedy");
  const [name] = await visitor.cookieNames(CALLBACK);
  const cookie = `${name}=${await visitor.cookie(name, CALLBACK)}`;
  assert.equal((await visitor.request(back)).response.status, 303);
  await visitor.request("/api/auth/logout", { method: "POST" });
  await assertNotSignedIn(visitor, await visitor.request(back), 400, "not-under-way");
  const restored = await visitor.request(back, { headers: { cookie } });
  await assertNotSignedIn(visitor, restored, 400, "not-under-way");
});

test("a code that was used already leads to no session", async () => {
  const running = await current();
  const [first, second] = [new Visitor(running), new Visitor(running)];
  const used = await bringBack(first, "hedy");
  await first.request(used);
  const fresh = await bringBack(second, "alan");
  const replayed = altered(fresh, { code: new URL(used).searchParams.get("code") });
  await assertNotSignedIn(second, await second.request(replayed), 502, "failed");
});

test("a code of someone else's sign-on leads to no session, used or not", async () => {
  const running = await current();
  const [thief, victim] = [new Visitor(running), new Visitor(running)];
  const stolen = new URL(await bringBack(victim, "hedy")).searchParams.get("code");
  const own = altered(await bringBack(thief, "alan"), { code: stolen });
  await assertNotSignedIn(thief, await thief.request(own), 502, "failed");
});

test("another browser cannot finish a sign-on, nor end it for the one that began", async () => {
  const running = await current();
  const [visitor, stranger, elsewhere] = [new Visitor(running), new Visitor(running), new Visitor(running)];
  const back = await bringBack(visitor, "hedy");
  await assertNotSignedIn(stranger, await stranger.request(back), 400, "not-under-way");
  await leave(elsewhere);
  await assertNotSignedIn(elsewhere, await elsewhere.request(back), 400, "not-under-way");
  const name = `platform_sso_${new URL(back).searchParams.get("state").slice(0, 16)}`;
  for (const guess of ["", "A".repeat(43)]) {
    const forged = await stranger.request(back, { headers: { cookie: `${name}=${guess}` } });
    await assertNotSignedIn(stranger, forged, 400, "not-under-way");
  }
  assert.equal((await visitor.request(back)).response.status, 303);
});

test("two sign-ons of one browser cannot be mixed up", async () => {
  const running = await current();
  const visitor = new Visitor(running);
  const [one, other] = [await leave(visitor), await leave(visitor)];
  const first = await answer(visitor, one, { person: "hedy" });
  const state = new URL(first).searchParams.get("state");
  const second = await answer(visitor, other, { person: "hedy" });
  const mixed = altered(second, { state });
  await assertNotSignedIn(visitor, await visitor.request(mixed), 502, "failed");
});

test("a state that is wrong, absent, doubled or not one at all leads to no session", async () => {
  const running = await current();
  const visitor = new Visitor(running);
  const back = await bringBack(visitor, "hedy");
  const state = new URL(back).searchParams.get("state");
  const flipped = (state[42] === "A" ? "B" : "A").padStart(43, state);
  for (const address of [
    altered(back, { state: null }),
    altered(back, { state: "" }),
    altered(back, { state: "x" }),
    altered(back, { state: `${state.slice(0, 42)};` }),
    altered(back, { state: flipped }),
    altered(back, { state: `${state}A` }),
    `${back}&state=${state}`,
  ]) {
    await assertNotSignedIn(visitor, await visitor.request(address), 400, "not-under-way");
  }
  assert.equal((await visitor.request(back)).response.status, 303, "the good one is still good");
});

test("a sign-on that took too long leads to no session", async () => {
  const running = await current();
  const visitor = new Visitor(running);
  const back = await bringBack(visitor, "hedy");
  await running.deployment.control.expireSignOns();
  await assertNotSignedIn(visitor, await visitor.request(back), 400, "not-under-way");
  assert.equal((await signOn(visitor, "hedy")).response.status, 303, "the next one is not concerned");
});

test("a visitor who declines at the provider is told so, and has no session", async () => {
  const running = await current();
  const visitor = new Visitor(running);
  const back = await answer(visitor, await leave(visitor), { decline: "yes" });
  assert.equal(new URL(back).searchParams.get("error"), "access_denied");
  await assertNotSignedIn(visitor, await visitor.request(back), 403, "declined");
  await assertNotSignedIn(visitor, await visitor.request(back), 400, "not-under-way");
});

test("an answer that is no code, no refusal, or another provider's leads to no session", async () => {
  const running = await current();
  for (const change of [
    { code: null },
    { code: null, error: "server_error", error_description: "<script>alert(1)</script>" },
    { code: null, error: "" },
    { error: "login_required" },
    { iss: "https://evil.example" },
    { iss: "" },
    { iss: null },
    { iss: `${running.provider.issuer}/` },
    { code: "" },
    { code: "not-a-code" },
    { code: "\u0000\r\n" },
  ]) {
    const visitor = new Visitor(running);
    const back = altered(await bringBack(visitor, "hedy"), change);
    await assertNotSignedIn(visitor, await visitor.request(back), 502, "failed");
  }
});

test("where the provider announces that it names itself, a refusal without its name is not taken as its own", async () => {
  const running = await current();
  for (const iss of [null, "https://evil.example"]) {
    const visitor = new Visitor(running);
    const back = await answer(visitor, await leave(visitor), { decline: "yes" });
    await assertNotSignedIn(visitor, await visitor.request(altered(back, { iss })), 502, "failed");
  }
});

test("a way back that names its provider twice leads to no session", async () => {
  const running = await current();
  const visitor = new Visitor(running);
  const back = await bringBack(visitor, "hedy");
  const twice = `${back}&iss=${encodeURIComponent(running.provider.issuer)}`;
  await assertNotSignedIn(visitor, await visitor.request(twice), 502, "failed");
});

test("a provider that does not announce it need not name itself, but names no other", async (t) => {
  for (const announced of [undefined, false]) {
    const running = await startSingleSignOn(t);
    running.provider.steer.alterDescription((description) => ({
      ...description,
      authorization_response_iss_parameter_supported: announced,
    }));
    const [visitor, misled] = [new Visitor(running), new Visitor(running)];
    const silent = altered(await bringBack(visitor, "hedy"), { iss: null });
    assert.equal((await visitor.request(silent)).response.status, 303);
    const other = altered(await bringBack(misled, "hedy"), { iss: "https://evil.example" });
    await assertNotSignedIn(misled, await misled.request(other), 502, "failed");
  }
});

test("a session that the browser had stays as it was when a sign-on fails", async () => {
  const running = await current();
  const visitor = new Visitor(running);
  await signOn(visitor, "hedy");
  const before = await visitor.session();
  const back = altered(await bringBack(visitor, "hedy"), { code: "not-a-code" });
  assert.equal((await visitor.request(back)).response.status, 502);
  assert.deepEqual(await visitor.session(), before);
});

test("a cookie with a name that is the ticket's only once it is decoded is another one, and one that is not ASCII does no harm", async () => {
  const running = await current();
  const visitor = new Visitor(running);
  const back = await bringBack(visitor, "hedy");
  const [name] = await visitor.cookieNames(CALLBACK);
  const value = await visitor.cookie(name, CALLBACK);
  const callBack = (cookie) => fetch(back, { headers: { cookie }, redirect: "manual" });
  const spelled = name.replace("platform", "%70latform");
  for (const cookie of [`${spelled}=${value}`, `${name}=${value}; ${name}=${value}`, `${name}="${value}"`]) {
    assert.equal((await callBack(cookie)).status, 400, cookie);
  }
  assert.equal((await callBack(`theme=d\u00fcnkel; ${name}=${value}; ${spelled}=planted`)).status, 303);
});

test("what is no navigation neither begins a sign-on nor uses one up", async () => {
  const running = await current();
  const visitor = new Visitor(running);
  const back = await bringBack(visitor, "hedy");
  const [name] = await visitor.cookieNames(CALLBACK);
  const cookie = `${name}=${await visitor.cookie(name, CALLBACK)}`;
  const address = running.deployment.origin + LOGIN;
  for (const [method, headers, status] of [
    ["HEAD", {}, 405],
    ["GET", { "sec-fetch-dest": "image" }, 403],
    ["GET", { "sec-fetch-dest": "empty" }, 403],
    ["GET", { "sec-fetch-dest": "iframe" }, 403],
    ["GET", { "sec-fetch-dest": "document", "sec-purpose": "prefetch;prerender" }, 403],
    ["GET", { purpose: "prefetch" }, 403],
  ]) {
    for (const url of [address, back]) {
      // By node:http, because fetch sets its own `Sec-Fetch-…` headers.
      const sent = request(url, { method, headers: { ...headers, cookie } }).end();
      const [response] = await once(sent, "response");
      response.resume();
      assert.equal(
        response.statusCode,
        status,
        `${method} ${JSON.stringify(headers)} ${new URL(url).pathname}`,
      );
      assert.equal(response.headers["set-cookie"], undefined);
      if (status === 405) assert.equal(response.headers.allow, "GET");
    }
  }
  const navigation = { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };
  const sent = request(back, { headers: { ...navigation, cookie } }).end();
  const [response] = await once(sent, "response");
  response.resume();
  assert.equal(response.statusCode, 303);
});

test("neither leaving nor coming back is done by anything but a GET", async () => {
  const running = await current();
  for (const path of [LOGIN, CALLBACK]) {
    const { response } = await new Visitor(running).request(path, { method: "POST" });
    assert.equal(response.status, 405);
    assert.match(response.headers.get("allow"), /GET/);
  }
});
