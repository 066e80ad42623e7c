import assert from "node:assert/strict";
import { CALLBACK, LOGIN } from "./deployment.mjs";

/** Leaves for the provider, and gives the address of its page. */
export async function leave(visitor, query = "") {
  const { address, response } = await visitor.follow(LOGIN + query);
  assert.equal(response.status, 200);
  assert.match(address, /\/sign-in\//, "the provider's page");
  return address;
}

/** Answers the provider's page, and gives the address that it sends the browser back to, not yet asked for. */
export async function answer(visitor, page, form) {
  const { next } = await visitor.request(page, { method: "POST", form });
  const last = await visitor.follow(next, isTheWayBack);
  assert.ok(last.next, "the provider sends the browser back");
  return last.next;
}

/**
 * The whole way to the last step: an address with a code, not yet asked for. A user that the provider knows already it does
 * not ask again.
 */
export async function bringBack(visitor, person, query = "") {
  const there = await visitor.follow(LOGIN + query, isTheWayBack);
  return there.next ?? answer(visitor, there.address, { person });
}

/** The whole way. Gives the deployment's answer to the browser that came back. */
export async function signOn(visitor, person, query) {
  return visitor.request(await bringBack(visitor, person, query));
}

const isTheWayBack = ({ pathname }) => pathname === CALLBACK;

/** Checks that a sign-on ended on the deployment's own page, for this reason, and without a session. */
export async function assertNotSignedIn(visitor, { response, next }, status, reason) {
  assert.equal(next, null);
  const page = await response.text();
  assert.equal(/data-reason="([a-z-]+)"/.exec(page)?.[1], reason, page);
  assert.equal(response.status, status);
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.equal(response.headers.get("referrer-policy"), "no-referrer");
  assert.match(response.headers.get("content-security-policy"), /default-src 'none'/);
  for (const secret of visitor.secrets) assert.ok(!page.includes(secret), page);
  assert.equal(await visitor.sessionToken(), undefined);
  assert.deepEqual(await visitor.session(), { authenticated: false });
}
