// `signInSession` of `platform-session/sign-in` where there is no page. In a page: `sign-in-session.test.mjs`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { signInSession } from "../../pkg/adapters/sign-in/sign-in.js";

test("on a server, signInSession gives each call an inert session of its own, and defines nothing", () => {
  const initial = { authenticated: true, user: { id: 1, email: "ada@example.com", name: "Ada" } };
  const [first, second] = [signInSession({ initial }), signInSession()];
  assert.notEqual(first, second);
  assert.equal(second.snapshot.status, "unknown");
  assert.equal("customElements" in globalThis, false);
});

test("signInSession refuses a prefix with which no name of an element begins", () => {
  for (const prefix of ["Acme", "1a", "a b", /** @type {any} */ (null), /** @type {any} */ (5)])
    assert.throws(() => signInSession({ prefix }), {
      name: "TypeError",
      message: `no prefix of a name: ${prefix}`,
    });
});

test("signInSession refuses a text that there is not", () => {
  assert.throws(() => signInSession({ messages: /** @type {any} */ ({ sbumit: "Go" }) }), {
    name: "TypeError",
    message: /^sbumit is no text of the sign-in form/,
  });
  assert.throws(() => signInSession({ notices: /** @type {any} */ ({ stail: "Old" }) }), {
    name: "TypeError",
    message: /^stail is no text of the session's notices/,
  });
});
