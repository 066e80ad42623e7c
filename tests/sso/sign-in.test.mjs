import assert from "node:assert/strict";
import { once } from "node:events";
import { get } from "node:http";
import { test } from "node:test";
import { ACCOUNTS, credentialsOf } from "../e2e/support/accounts.mjs";
import { PEOPLE } from "../provider/people.mjs";
import { ALLOWED, CALLBACK, LOGIN, sharedSingleSignOn, startSingleSignOn } from "./support/deployment.mjs";
import { answer, assertNotSignedIn, bringBack, leave, signOn } from "./support/flow.mjs";
import { Visitor } from "./support/visitor.mjs";

/** With a public origin, the control paths need `--control-anyone`. The deployment still listens on loopback only. */
const BEHIND_A_PROXY = ["--control-anyone", "--origin", "https://portal.example"];

const current = sharedSingleSignOn();

test("a person of the provider is signed in, with an account made for them", async () => {
  const running = await current();
  const visitor = new Visitor(running);
  const { response, next } = await signOn(visitor, "hedy", "?return_url=/reports%3Fpage=2%23top");
  assert.equal(response.status, 303);
  assert.equal(next, `${running.deployment.origin}/reports?page=2#top`);

  const { authenticated, user } = await visitor.session();
  assert.equal(authenticated, true);
  const { id, permissions, ...profile } = user;
  assert.ok(id > Object.keys(ACCOUNTS).length);
  const { email, name } = PEOPLE.hedy;
  assert.deepEqual(profile, { email, name, userType: "default", authSource: "idp", token: null });
  assert.equal(permissions["chat-history"].enabled, true);
  const roles = await visitor.request("/api/roles");
  assert.equal(roles.response.status, 200, "the cookie counts like that of a password sign-in");
});

test("the session cookie is that of a password sign-in, and its token serves as a bearer", async () => {
  const running = await current();
  const [visitor, local] = [new Visitor(running), new Visitor(running)];
  const attributes = ({ response }) =>
    response.headers
      .getSetCookie()
      .find((text) => !text.includes("Max-Age=0"))
      .replace(/=[\w-]{43};/, "=…;");
  const signedOn = await signOn(visitor, "hedy");
  const signedIn = await fetch(`${running.deployment.origin}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credentialsOf("ada")),
  });
  assert.equal(attributes(signedOn), attributes({ response: signedIn }));
  assert.match(attributes(signedOn), /Max-Age=86400$/);

  const token = await visitor.sessionToken();
  const roles = await local.request("/api/roles", { headers: { authorization: `Bearer ${token}` } });
  assert.equal(roles.response.status, 200);
});

test("a second sign-on finds the same account", async () => {
  const running = await current();
  const [one, other] = [new Visitor(running), new Visitor(running)];
  await signOn(one, "hedy");
  await signOn(other, "hedy");
  const [first, second] = [await one.session(), await other.session()];
  assert.deepEqual(second, first);
  assert.notEqual(await one.sessionToken(), await other.sessionToken());
  const third = new Visitor(running);
  await signOn(third, "alan");
  assert.notEqual((await third.session()).user.id, first.user.id);
});

test("the browser is sent where return_url, or its alias, says, and home where neither does", async () => {
  const { deployment, ...running } = await current();
  const visitor = new Visitor({ deployment, ...running });
  for (const [query, place] of [
    ["", "/"],
    ["?return_url=", "/"],
    ["?return_url=/reports", "/reports"],
    ["?returnUrl=/reports", "/reports"],
    ["?returnUrl=/alias&return_url=/reports", "/reports"],
    ["?returnUrl=/alias&return_url=//evil.example", "/"],
    ["?return_url=/first&return_url=/second", "/first"],
    [`?return_url=${encodeURIComponent(`${deployment.origin}/a?b=c&d#e`)}`, "/a?b=c&d#e"],
    [`?return_url=${encodeURIComponent(`${ALLOWED}/app`)}`, `${ALLOWED}/app`],
  ]) {
    const { next } = await signOn(visitor, "hedy", query);
    assert.equal(next, new URL(place, deployment.origin).href, query);
  }
});

test("a return URL that leads elsewhere is ignored, and the person signed in all the same", async () => {
  const { deployment, ...running } = await current();
  for (const raw of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/.//evil.example",
    "/ok\r\nSet-Cookie: x=1",
    "javascript:alert(1)",
    "data:text/html,x",
    `${deployment.origin}@evil.example/`,
    deployment.origin.replace("//", "//user@"),
    `blob:${deployment.origin}/x`,
    `${deployment.origin}0/`,
    `${ALLOWED}0/`,
    ALLOWED.replace("http:", "https:"),
    `/${"x".repeat(9000)}`,
    "\u0000",
  ]) {
    const visitor = new Visitor({ deployment, ...running });
    const { next } = await signOn(visitor, "hedy", `?return_url=${encodeURIComponent(raw)}`);
    assert.equal(next, `${deployment.origin}/`, JSON.stringify(raw));
    assert.equal((await visitor.session()).authenticated, true);
  }
});

test("two tabs of one browser sign on at the same time, each to its own place", async () => {
  const running = await current();
  const visitor = new Visitor(running);
  const [first, second] = [
    await leave(visitor, "?return_url=/one"),
    await leave(visitor, "?return_url=/two"),
  ];
  const page = { method: "POST", form: { person: "hedy" } };
  const back = async (address) => {
    const { next } = await visitor.request(address, page);
    return visitor.follow(next, ({ pathname }) => ["/one", "/two"].includes(pathname));
  };
  assert.equal(new URL((await back(second)).next).pathname, "/two");
  assert.equal(new URL((await back(first)).next).pathname, "/one");
  const [left, session] = [await visitor.cookieNames(CALLBACK), await visitor.cookieNames("/")];
  assert.equal(session.length, 1);
  assert.deepEqual(left, session, "nothing is left of a sign-on that has ended");
});

test("what the browser holds of a sign-on is kept from scripts, other sites and other paths", async () => {
  const running = await current();
  const visitor = new Visitor(running);
  const { response, next } = await visitor.request(LOGIN);
  assert.equal(response.status, 303);
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.equal(response.headers.get("referrer-policy"), "no-referrer");
  const [cookie, ...others] = response.headers.getSetCookie();
  assert.deepEqual(others, []);
  assert.match(
    cookie,
    /^platform_sso_[\w-]{16}=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/api\/auth\/sso\/idp\/callback; Max-Age=600$/,
  );
  const parameters = new URL(next).searchParams;
  assert.equal(parameters.get("response_type"), "code");
  assert.equal(parameters.get("code_challenge_method"), "S256");
  assert.equal(parameters.get("scope"), "openid email profile");
  for (const name of ["state", "nonce", "code_challenge"]) assert.match(parameters.get(name), /^[\w-]{43}$/);
  assert.ok(!next.includes(running.provider.client.secret));
  const secure = await visitor.request(LOGIN, { headers: { "x-forwarded-proto": "https" } });
  assert.match(secure.response.headers.getSetCookie()[0], /; Secure;/);
});

test("the way back is to the deployment's own origin, whatever a request says of its host", async () => {
  const { deployment } = await current();
  for (const headers of [
    { host: "evil.example" },
    { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" },
    { "x-forwarded-proto": "https", "x-forwarded-port": "444" },
  ]) {
    // By node:http, because fetch does not let a caller set `Host`.
    const request = get(deployment.origin + LOGIN, { headers });
    const [response] = await once(request, "response");
    response.resume();
    const { searchParams } = new URL(response.headers.location);
    assert.equal(searchParams.get("redirect_uri"), deployment.origin + CALLBACK);
  }
});

test("an account of the provider has no password: signing in with one fails like anyone's wrong one, as late", async () => {
  const running = await current();
  await signOn(new Visitor(running), "hedy");
  const attempt = async (email) => {
    const started = performance.now();
    const response = await fetch(`${running.deployment.origin}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password: "wrong for every account" }),
    });
    const answer = { status: response.status, body: await response.json() };
    return { answer, ms: performance.now() - started };
  };
  const emails = [PEOPLE.hedy.email, "unknown@example.com", ACCOUNTS.ada.email];
  const times = new Map(emails.map((email) => [email, []]));
  // Hashing takes much longer than everything else, so an attempt without it would be far quicker. On a busy machine
  // it takes some rounds until each email has had an undisturbed attempt.
  const quickest = () => [...times.values()].map((list) => Math.min(...list));
  const areAlike = () => Math.min(...quickest()) > Math.max(...quickest()) / 2;
  for (let round = 0; round < 7 || (round < 40 && !areAlike()); round += 1) {
    const answers = [];
    for (const email of emails) {
      const { answer, ms } = await attempt(email);
      answers.push(answer);
      times.get(email).push(ms);
    }
    assert.equal(answers[0].status, 401);
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
  }
  assert.ok(areAlike(), quickest().join(", "));
});

test("a local account is not taken over by its address", async () => {
  const running = await current();
  const visitor = new Visitor(running);
  await assertNotSignedIn(visitor, await signOn(visitor, "ada"), 409, "email-taken");
});

test("without an address that the provider vouches for there is no account", async () => {
  const running = await current();
  for (const person of ["eve", "ida", "nemo"]) {
    const visitor = new Visitor(running);
    await assertNotSignedIn(visitor, await signOn(visitor, person), 403, "no-email");
  }
});

test("an address that an ID token does not call verified makes no account either", async (t) => {
  const running = await startSingleSignOn(t, { claimsIn: "id-token" });
  for (const person of ["eve", "ida", "nemo"]) {
    const visitor = new Visitor(running);
    await assertNotSignedIn(visitor, await signOn(visitor, person), 403, "no-email");
  }
});

test("whether an address is verified is asked for where the ID token does not say", async (t) => {
  const running = await startSingleSignOn(t, { claimsIn: "id-token" });
  running.provider.steer.alterClaims(({ email_verified: _, ...claims }) => claims);
  const visitor = new Visitor(running);
  await signOn(visitor, "hedy");
  assert.equal((await visitor.session()).user.email, PEOPLE.hedy.email);
  const stranger = new Visitor(running);
  await assertNotSignedIn(stranger, await signOn(stranger, "ida"), 403, "no-email");
});

test("an address that no mail can be sent to makes no account, and the log says why", async (t) => {
  const running = await startSingleSignOn(t, { claimsIn: "id-token" });
  for (const [email, reason] of [
    ["he\u0000dy@example.com", "it is no address"],
    ["hedy@example.com\r\nBcc: all@example.com", "it is no address"],
    ["hedy", "it is no address"],
    ["@example.com", "it is no address"],
    ["hedy@", "it is no address"],
    ["hedy\u200b@example.com", "it has characters that are not seen"],
    ["ida@example.com,hedy@example.com", "it has characters that separate addresses"],
    [`${"a".repeat(500_000)}@example.com`, "it is longer than 254 characters"],
  ]) {
    running.provider.steer.alterClaims((claims) => ({ ...claims, email, email_verified: true }));
    const visitor = new Visitor(running);
    const before = running.deployment.printed().length;
    await assertNotSignedIn(visitor, await signOn(visitor, "hedy"), 403, "no-email");
    assert.ok(running.deployment.printed().slice(before).includes(reason), reason);
  }
});

test("a sign-on ends the session that the browser had before", async () => {
  const running = await current();
  const visitor = new Visitor(running);
  await signOn(visitor, "hedy");
  const before = await visitor.sessionToken();
  await signOn(visitor, "hedy");
  assert.notEqual(await visitor.sessionToken(), before);
  const read = (token) =>
    fetch(`${running.deployment.origin}/api/auth/session`, {
      headers: { authorization: `Bearer ${token}` },
    });
  assert.deepEqual(await (await read(before)).json(), { authenticated: false });
  assert.equal((await (await read(await visitor.sessionToken())).json()).authenticated, true);
});

test("a deactivated account's sign-on ends without a session, and one made active again signs on", async () => {
  const running = await current();
  await signOn(new Visitor(running), "alan");
  const { control } = running.deployment;
  await control.account(PEOPLE.alan.email, { active: false });
  const visitor = new Visitor(running);
  await assertNotSignedIn(visitor, await signOn(visitor, "alan"), 403, "account-deactivated");
  await control.account(PEOPLE.alan.email, { active: true });
  await signOn(visitor, "alan");
  assert.equal((await visitor.session()).authenticated, true);
});

test("a role that was changed stays so at the next sign-on", async () => {
  const running = await current();
  await signOn(new Visitor(running), "hedy");
  await running.deployment.control.account(PEOPLE.hedy.email, { role: "expert" });
  const visitor = new Visitor(running);
  await signOn(visitor, "hedy");
  assert.equal((await visitor.session()).user.userType, "expert");
  await running.deployment.control.account(PEOPLE.hedy.email, { role: "default" });
});

test("a provider that tells the address in the ID token is not asked again", async (t) => {
  const running = await startSingleSignOn(t, { claimsIn: "id-token" });
  const visitor = new Visitor(running);
  await signOn(visitor, "hedy");
  assert.equal((await visitor.session()).user.email, PEOPLE.hedy.email);
  const requests = running.provider.steer.requests();
  assert.ok(requests.includes("/token") && !requests.includes("/me"), requests.join(", "));
});

test("a deployment on an origin of its own sends people back there", async (t) => {
  const running = await startSingleSignOn(t, { flags: BEHIND_A_PROXY });
  const { response, next } = await new Visitor(running).request(LOGIN);
  assert.equal(new URL(next).searchParams.get("redirect_uri"), `https://portal.example${CALLBACK}`);
  assert.match(response.headers.getSetCookie()[0], /; Secure;/);
});

test("over https every cookie on the way is secure and bound to the host", async (t) => {
  const origin = BEHIND_A_PROXY.at(-1);
  const behind = { flags: BEHIND_A_PROXY };
  const proxied = { "x-forwarded-proto": "https" };
  for (const [options, headers] of [
    [behind, {}],
    [{}, proxied],
  ]) {
    const running = await startSingleSignOn(t, options);
    running.provider.allow(origin);
    const left = await new Visitor(running).request(LOGIN, { headers });
    const [ticket, ...others] = left.response.headers.getSetCookie();
    assert.deepEqual(others, []);
    assert.match(ticket, /^__Host-[\w-]+=[\w-]{43}; HttpOnly; SameSite=Lax; Secure; Path=\/; Max-Age=600$/);

    // The callback URL is that of a proxy, which does not exist here: the test requests it from the deployment itself.
    const visitor = new Visitor(running);
    const page = await visitor.follow(left.next);
    const back = await answer(visitor, page.address, { person: "hedy" });
    const cookie = ticket.split(";")[0];
    const { pathname, search } = new URL(back);
    const returned = await fetch(running.deployment.origin + pathname + search, {
      headers: { ...headers, cookie },
      redirect: "manual",
    });
    assert.equal(returned.status, 303);
    const set = returned.headers.getSetCookie();
    assert.equal(set.length, 2);
    const forget = set.find((text) => text.split("=")[0] === cookie.split("=")[0]);
    const session = set.find((text) => text !== forget);
    assert.match(forget, /=; HttpOnly; SameSite=Lax; Secure; Path=\/; Max-Age=0/);
    assert.match(
      session,
      /^__Host-[\w-]+=[\w-]{43}; HttpOnly; SameSite=Lax; Secure; Path=\/; Max-Age=86400$/,
    );
  }
});

test("a code is worth nothing without the client's own sign-on", async () => {
  const running = await current();
  const visitor = new Visitor(running);
  const back = new URL(await bringBack(visitor, "hedy"));
  const { issuer, client } = running.provider;
  const exchanged = await fetch(`${issuer}/token`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}` },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: back.searchParams.get("code"),
      redirect_uri: running.deployment.origin + CALLBACK,
      code_verifier: "A".repeat(43),
    }),
  });
  assert.equal((await exchanged.json()).error, "invalid_grant", "PKCE is asked for, and checked");
});
