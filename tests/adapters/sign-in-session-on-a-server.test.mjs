// `signInSession` of `platform-session/sign-in` on a server. In a page: `pages/sign-in-session.test.mjs`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { signInSession } from "../../pkg/adapters/sign-in/sign-in.js";

test("on a server, signInSession returns a new inert session for each call, and defines no element", () => {
  const initial = { authenticated: true, user: { id: 1, email: "ada@example.com", name: "Ada" } };
  const [first, second] = [signInSession({ initial }), signInSession()];
  assert.notEqual(first, second);
  assert.equal(second.snapshot.status, "unknown");
  assert.equal("customElements" in globalThis, false);
});

test("signInSession throws for a prefix with which no element's name can begin", () => {
  for (const prefix of ["Acme", "1a", "a b", /** @type {any} */ (null), /** @type {any} */ (5)])
    assert.throws(() => signInSession({ prefix }), {
      name: "TypeError",
      message: `no prefix of a name: ${prefix}`,
    });
});

test("signInSession throws for a text with an unknown key", () => {
  assert.throws(() => signInSession({ messages: /** @type {any} */ ({ sbumit: "Go" }) }), {
    name: "TypeError",
    message: /^sbumit is no text of the sign-in form/,
  });
  assert.throws(() => signInSession({ notices: /** @type {any} */ ({ stail: "Old" }) }), {
    name: "TypeError",
    message: /^stail is no text of the session's notices/,
  });
});
