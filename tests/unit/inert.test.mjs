// `ready`, `settled` and `fetch` where there is no page: the package as a server loads it.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createSession } from "../../pkg/entry/inert.js";

const USER = { id: 7, email: "ada@example.com", name: "Ada", userType: "default", permissions: {} };

/** Returns the status or the error code that a promise settles with, or "pending". */
const endOf = (promise) =>
  Promise.race([
    promise.then(
      ({ status }) => status,
      ({ code }) => code,
    ),
    new Promise((resolve) => setTimeout(resolve, 50, "pending")),
  ]);

describe("Without a page, ready and settled", () => {
  for (const [title, initial, end] of [
    ["resolve with the user that a server read", { authenticated: true, user: USER }, "authenticated"],
    ["resolve without a user where a server read that", { authenticated: false }, "unauthenticated"],
    ["reject with closed where nothing was read", undefined, "closed"],
  ])
    it(title, async () => {
      const session = createSession({ initial });
      assert.deepEqual([await endOf(session.ready), await endOf(session.settled)], [end, end]);
    });
});

describe("Where there is no Request, as in Jest's page", () => {
  it("`fetch` rejects with closed", async () => {
    const { Request } = globalThis;
    try {
      delete globalThis.Request;
      await assert.rejects(createSession().fetch("/api/x"), { code: "closed" });
    } finally {
      globalThis.Request = Request;
    }
  });
});
