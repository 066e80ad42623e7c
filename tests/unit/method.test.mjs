// The errors of a session's methods: their call, their stack, and whose they are.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { method } from "../../pkg/entry/method.js";
import { SessionError } from "../../pkg/entry/session-error.js";

/** Returns a function that rejects with this error. */
const failing = (error) => async () => {
  await undefined;
  throw error;
};

/** Returns the error that a promise rejects with. */
const errorOf = (promise) =>
  promise.then(
    () => assert.fail("it resolved"),
    (error) => error,
  );

describe("A method", () => {
  it("keeps the error's own stack where the page's `Error.prepareStackTrace` returns no text", async () => {
    const { prepareStackTrace } = Error;
    const refresh = method("refresh", failing(new SessionError("network")));
    try {
      for (const trace of [Symbol("x"), Object.create(null), [], 7]) {
        Error.prepareStackTrace = () => trace;
        const { code, call } = await errorOf(refresh());
        assert.deepEqual({ code, call }, { code: "network", call: "refresh" });
      }
    } finally {
      Error.prepareStackTrace = prepareStackTrace;
    }
  });

  it("makes no stack for a call that goes well", async () => {
    const { prepareStackTrace } = Error;
    let traces = 0;
    Error.prepareStackTrace = () => String(traces++);
    try {
      await method("refresh", async () => {})();
    } finally {
      Error.prepareStackTrace = prepareStackTrace;
    }
    assert.equal(traces, 0);
  });

  it("gives each of its callers an error of its own", async () => {
    const shared = new SessionError("network");
    const refresh = method("refresh", failing(shared));
    const [one, other] = await Promise.all([errorOf(refresh()), errorOf(refresh())]);
    assert.notEqual(one, other);
    assert.equal(shared.call, null);
  });

  it("names its call also where it throws synchronously", () => {
    const url = method("sso.url", () => {
      throw new SessionError("not-ready", { retryable: true });
    });
    assert.throws(url, { code: "not-ready", call: "sso.url", retryable: true });
  });

  it("passes on other errors and results unchanged", async () => {
    const odd = new TypeError("signal must be an AbortSignal");
    assert.equal(await errorOf(method("fetch", failing(odd))()), odd);
    assert.equal(await method("fetch", async (...given) => given.join())(1, 2), "1,2");
    assert.equal(method("sso.url", () => "/address")(), "/address");
  });
});
