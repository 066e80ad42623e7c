// Which ID tokens lead to a session: tests of keys, times, claims and signatures.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { sharedSingleSignOn, startSingleSignOn } from "./support/deployment.mjs";
import { assertNotSignedIn, signOn } from "./support/flow.mjs";
import { Visitor } from "./support/visitor.mjs";

/** The clocks of provider and deployment may differ by so many seconds. */
const LEEWAY = 60;
/** The tests keep so many seconds away from that limit, for slow machines. */
const MARGIN = 30;
/** An ID token of the provider is valid for so many seconds. */
const LIFETIME = 3600;

const keyFetches = ({ provider }) => provider.steer.requests().filter((path) => path === "/jwks").length;

// Each call resets what an earlier test has steered.
const current = sharedSingleSignOn();

async function assertSignsOn(running) {
  const visitor = new Visitor(running);
  const { response } = await signOn(visitor, "hedy");
  assert.equal(response.status, 303);
  assert.equal((await visitor.session()).authenticated, true);
}

async function assertFails(running) {
  const visitor = new Visitor(running);
  await assertNotSignedIn(visitor, await signOn(visitor, "hedy"), 502, "failed");
}

test("a new signing key is found at the first token that it signed", async (t) => {
  const running = await startSingleSignOn(t);
  await assertSignsOn(running);
  assert.equal(keyFetches(running), 1);
  running.provider.steer.rotateKeys();
  await assertSignsOn(running);
  await assertSignsOn(running);
  assert.equal(keyFetches(running), 2);
});

test("tokens with unknown keys do not become requests without limit", async (t) => {
  const running = await startSingleSignOn(t);
  running.provider.steer.signWithUnknownKey();
  for (let round = 0; round < 4; round += 1) await assertFails(running);
  assert.equal(keyFetches(running), 2, "with the provider's metadata, and for the unknown key");
});

test("clocks may be a little apart", async () => {
  const running = await current();
  // If the provider's clock is ahead, the token is from the future; if it is behind by a lifetime, the token has expired.
  for (const seconds of [LEEWAY - MARGIN, -(LIFETIME + LEEWAY - MARGIN)]) {
    running.provider.steer.skewClock(seconds);
    await assertSignsOn(running);
  }
});

test("clocks may not be far apart", async () => {
  const running = await current();
  for (const seconds of [LEEWAY + MARGIN, LIFETIME, -(LIFETIME + LEEWAY + 1)]) {
    running.provider.steer.skewClock(seconds);
    await assertFails(running);
  }
});

test("a token of another sign-on, client or issuer leads to no session", async () => {
  const running = await current();
  const { steer, client, issuer } = running.provider;
  for (const change of [
    { nonce: "A".repeat(43) },
    { nonce: "" },
    { nonce: undefined },
    { aud: "another-client" },
    { aud: [client.id, "another-client"] },
    { aud: [] },
    { aud: undefined },
    { azp: "another-client" },
    { iss: "https://evil.example" },
    { iss: `${issuer}/` },
    { iss: undefined },
    { sub: undefined },
    { exp: undefined },
    { iat: undefined },
    { exp: "tomorrow" },
    { at_hash: "A".repeat(22) },
  ]) {
    steer.alterClaims((claims) => ({ ...claims, ...change }));
    await assertFails(running);
  }
  steer.alterClaims((claims) => ({ ...claims, azp: client.id, aud: [client.id] }));
  await assertSignsOn(running);
});

test("a token that names no user, or is not good yet, leads to no session, and the log says why", async () => {
  const running = await current();
  const { steer } = running.provider;
  for (const [change, reason] of [
    [{ sub: "" }, "it names no user"],
    [{ sub: "a".repeat(256) }, "its name of the user is longer than 255 characters"],
    [{ nbf: Math.floor(Date.now() / 1000) + LEEWAY + MARGIN }, "it is not good yet"],
    [{ nbf: 1e300 }, "it is not good yet"],
  ]) {
    const before = running.deployment.printed().length;
    steer.alterClaims((claims) => ({ ...claims, ...change }));
    await assertFails(running);
    const printed = running.deployment.printed().slice(before);
    assert.match(printed, new RegExp(`the identity provider's ID token is not good: ${reason}`));
  }
  for (const nbf of [undefined, null, 0, Math.floor(Date.now() / 1000) + LEEWAY - MARGIN]) {
    steer.alterClaims((claims) => ({ ...claims, nbf }));
    await assertSignsOn(running);
  }
});

test("a token of another type than Bearer leads to no session, and the log says why", async () => {
  const running = await current();
  for (const type of ["mac", "N_A", "DPoP", "", undefined]) {
    const before = running.deployment.printed().length;
    running.provider.steer.alterAnswer((answer) => ({ ...answer, token_type: type }));
    await assertFails(running);
    assert.match(running.deployment.printed().slice(before), /token type is not|answer to the code is not/);
  }
  running.provider.steer.alterAnswer((answer) => ({ ...answer, token_type: "bEARER" }));
  await assertSignsOn(running);
});

test("a token that the provider has not signed, or that was changed since, leads to no session", async () => {
  const running = await current();
  const { steer, client } = running.provider;
  steer.signWithNothing();
  await assertFails(running);
  steer.tamper((claims) => ({ ...claims, sub: "alan" }));
  await assertFails(running);
  // Signed with the client's secret instead of the provider's key.
  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  steer.makeIdTokens((claims) => {
    const input = `${part({ alg: "HS256" })}.${part(claims)}`;
    return `${input}.${createHmac("sha256", client.secret).update(input).digest("base64url")}`;
  });
  await assertFails(running);
  for (const token of ["", "x", "a.b.c", "..", `${part({ alg: "RS256" })}.${part({})}.`, "ä"]) {
    steer.makeIdTokens(() => token);
    await assertFails(running);
  }
  steer.makeIdTokens(() => undefined);
  await assertFails(running);
});

test("what the provider says of another person than the token names is not believed", async () => {
  const running = await current();
  running.provider.steer.alterClaims((claims) => ({ ...claims, sub: "alan" }));
  await assertFails(running);
});
