import assert from "node:assert/strict";
import { CALLBACK, LOGIN } from "./deployment.mjs";

/** Begins a sign-on, and returns the address of the provider's page. */
export async function leave(visitor, query = "") {
  const { address, response } = await visitor.follow(LOGIN + query);
  assert.equal(response.status, 200);
  assert.match(address, /\/sign-in\//, "the provider's page");
  return address;
}

/** Submits the provider's page, and returns the callback URL to which it redirects, which is not requested yet. */
export async function answer(visitor, page, form) {
  const { next } = await visitor.request(page, { method: "POST", form });
  const last = await visitor.follow(next, isCallback);
  assert.ok(last.next, "the provider sends the browser back");
  return last.next;
}

/**
 * Goes through a sign-on up to the callback URL with its code, which is not requested yet. The provider does not ask a user again whom it
 * knows already.
 */
export async function bringBack(visitor, person, query = "") {
  const provider = await visitor.follow(LOGIN + query, isCallback);
  return provider.next ?? answer(visitor, provider.address, { person });
}

/** Goes through a whole sign-on. Returns the deployment's answer to the callback. */
export async function signOn(visitor, person, query) {
  return visitor.request(await bringBack(visitor, person, query));
}

const isCallback = ({ pathname }) => pathname === CALLBACK;

/** Checks that a sign-on has ended on the deployment's page, with this reason, and without a session. */
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
