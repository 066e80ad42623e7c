// `platform-session/errors`: what an error reporter gets, and the options by which Sentry leaves out the rest.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runInNewContext } from "node:vm";
import {
  isExpected,
  isReportable,
  reportErrors,
  sentryOptions,
  tagsOf,
} from "../../pkg/adapters/errors/errors.js";
import { ALL_CODES, SessionError } from "../../pkg/entry/session-error.js";
import { answer, ODD, revoked, thrown } from "./thrown.mjs";

describe("isExpected", () => {
  it("is the `expected` of a SessionError, for each code", () => {
    const expected = ALL_CODES.filter((code) => isExpected(new SessionError(code)));
    assert.deepEqual(expected.sort(), ["aborted", "closed", "popup-closed", "superseded"]);
  });

  it("is true for the AbortError of a body, and false for other errors", () => {
    assert.equal(isExpected(new DOMException("The user aborted a request.", "AbortError")), true);
    assert.equal(isExpected(AbortSignal.abort().reason), true);
    for (const error of [
      new DOMException("", "TimeoutError"),
      new TypeError("Failed to fetch"),
      new Error("AbortError"),
      ...[401, 403, 500].map((status) => thrown(answer(status))),
    ])
      assert.equal(isExpected(error), false);
  });

  it("knows the errors of another realm, and of another copy of the package", () => {
    assert.equal(isExpected(runInNewContext(`Object.assign(new Error(), { name: "AbortError" })`)), true);
    const copy = (expected) =>
      runInNewContext(
        `Object.assign(new Error(), { expected: ${expected}, [Symbol.for("platform-session.SessionError")]: true })`,
      );
    assert.equal(isExpected(copy(true)), true);
    assert.equal(isExpected(copy(false)), false);
    assert.equal(isExpected(copy("1")), false);
  });

  for (const [name, odd] of Object.entries(ODD))
    it(`is false for ${name}`, () => assert.equal(isExpected(odd), false));
});

describe("isReportable", () => {
  it("is false for expected errors, and true for all others without a status", () => {
    const reportable = ALL_CODES.filter((code) => isReportable(new SessionError(code)));
    const expected = ["aborted", "closed", "popup-closed", "superseded"];
    assert.deepEqual(ALL_CODES.filter((code) => !reportable.includes(code)).sort(), expected);
    assert.equal(isReportable(new DOMException("", "AbortError")), false);
    for (const error of [new TypeError("Failed to fetch"), new DOMException("", "TimeoutError")])
      assert.equal(isReportable(error), true);
  });

  it("is false for a 401, of a call and of an answer, of any copy of the package", () => {
    const ofACopy = (kind, more) => ({ [Symbol.for(`platform-session.${kind}`)]: true, ...more });
    for (const error of [
      new SessionError("unauthenticated", { call: "roles", status: 401 }),
      new SessionError("invalid-credentials", { call: "login", status: 401 }),
      thrown(answer(401)),
      ofACopy("SessionError", { code: "unauthenticated", status: 401 }),
      ofACopy("ResponseError", { status: 401 }),
    ])
      assert.equal(isReportable(error), false);
  });

  it("is true for every other status, and for a 401 of an error that is not the package's", () => {
    for (const error of [
      ...[300, 400, 403, 404, 409, 429, 500, 503].map((status) => thrown(answer(status))),
      new SessionError("forbidden", { call: "roles", status: 403 }),
      new SessionError("account-deactivated", { call: "login", status: 403 }),
      Object.assign(new Error("Unauthorized"), { status: 401 }),
    ])
      assert.equal(isReportable(error), true);
  });

  for (const [name, odd] of Object.entries(ODD))
    it(`is true for ${name}`, () => assert.equal(isReportable(odd), true));
});

describe("sentryOptions", () => {
  const { beforeSend, beforeBreadcrumb, ...settings } = sentryOptions;

  it("collects neither user nor query, host or props, and keeps no breadcrumb", () => {
    assert.deepEqual(settings, {
      dataCollection: { userInfo: false, urlQueryParams: false },
      enhanceFetchErrorMessages: false,
      attachProps: false,
    });
    assert.equal(beforeBreadcrumb({ category: "fetch", data: { url: "/secret" } }), null);
  });

  it("sends no event for an error that is not reportable", () => {
    for (const originalException of [
      new SessionError("superseded", { call: "roles" }),
      new SessionError("unauthenticated", { call: "roles", status: 401 }),
      new SessionError("invalid-credentials", { call: "login", status: 401 }),
      thrown(answer(401)),
      new DOMException("", "AbortError"),
    ])
      assert.equal(beforeSend({ event_id: "1" }, { originalException }), null);
  });

  it("sends an event with the error's tags beside the application's, without address and user, and does not change the given event", () => {
    const event = {
      event_id: "1",
      tags: { area: "agents", status: "none" },
      request: { url: "https://app.example/?customer=42" },
      user: { email: "ada@example.com" },
      exception: { values: [] },
    };
    const given = structuredClone(event);
    const sent = beforeSend(event, { originalException: thrown(answer(503)) });
    assert.deepEqual(sent, {
      event_id: "1",
      tags: { area: "agents", status: 503, retryable: true },
      exception: { values: [] },
    });
    assert.deepEqual(event, given);
  });

  it("sends other errors and messages, too, without address and user", () => {
    for (const hint of [{ originalException: new TypeError("no") }, { originalException: revoked() }, {}]) {
      const event = { message: "no", request: { url: "/secret" }, user: { id: 1 } };
      assert.deepEqual(beforeSend(event, hint), { message: "no", tags: {} });
    }
  });
});

describe("tagsOf", () => {
  it("has the code, the call and the status of a SessionError, and whether to try again", () => {
    const error = new SessionError("server-error", {
      call: "roles",
      status: 503,
      retryable: true,
      retryAfterMs: 3_000,
      cause: new TypeError("Failed to fetch"),
    });
    const tags = { code: "server-error", call: "roles", status: 503, retryable: true };
    assert.deepEqual(tagsOf(error), tags);
    const none = { code: "closed", call: null, status: null, retryable: false };
    assert.deepEqual(tagsOf(new SessionError("closed")), none);
  });

  it("has the status of a ResponseError, of any copy of the package, and whether to try again", () => {
    assert.deepEqual(tagsOf(thrown(answer(403))), { status: 403, retryable: false });
    assert.deepEqual(tagsOf(thrown(answer(503))), { status: 503, retryable: true });
    const ofACopy = { [Symbol.for("platform-session.ResponseError")]: true, status: 500, retryable: true };
    assert.deepEqual(tagsOf({ ...ofACopy, url: "/secret" }), { status: 500, retryable: true });
  });

  for (const [name, odd] of Object.entries({ ...ODD, "an Error": new TypeError("Failed to fetch") }))
    it(`is empty for ${name}`, () => assert.deepEqual(tagsOf(odd), {}));

  it("gives each caller an object of its own", () => {
    Object.assign(tagsOf(null), { user: "ada" });
    assert.deepEqual(tagsOf(null), {});
  });
});

describe("reportErrors", () => {
  const dispatch = (session, type, detail) => session.dispatchEvent(new CustomEvent(type, { detail }));
  /** A session that only dispatches and publishes. */
  const createDouble = () => {
    const listeners = new Set();
    let snapshot = { status: "unknown", stale: false };
    return Object.assign(new EventTarget(), {
      listeners,
      subscribe(listener) {
        listeners.add(listener);
        listener(snapshot);
        return () => listeners.delete(listener);
      },
      publish(next) {
        snapshot = next;
        for (const listener of listeners) listener(next);
      },
    });
  };
  /** A snapshot after a read that went well. */
  const READ = { status: "authenticated", stale: false };

  it("reports the failures that no call rejects with, by the event and the code, and no other event", () => {
    const session = createDouble();
    const reports = [];
    reportErrors(session, (...report) => reports.push(report));
    const read = new SessionError("network", { call: "read", retryable: true });
    const refused = new SessionError("cookie-refused");
    dispatch(session, "revalidation-failed", { error: read });
    dispatch(session, "identity-ended", { key: 1 });
    dispatch(session, "expiring", { expiresAt: 1 });
    dispatch(session, "cookie-refused", { error: refused });
    assert.deepEqual(reports, [
      [read, { fingerprint: ["revalidation-failed", "network"] }],
      [refused, { fingerprint: ["cookie-refused", "cookie-refused"] }],
    ]);
    assert.ok(reports[0][0] === read && reports[1][0] === refused);
  });

  it("leaves out errors that are not reportable", () => {
    const session = createDouble();
    const codes = [];
    reportErrors(session, ({ code }) => codes.push(code));
    for (const error of [
      new SessionError("superseded", { call: "read" }),
      new SessionError("unauthenticated", { call: "read", status: 401 }),
      new SessionError("server-error", { call: "read", status: 500 }),
    ])
      dispatch(session, "revalidation-failed", { error });
    assert.deepEqual(codes, ["server-error"]);
  });

  it("reports each code of one outage once, until a read has succeeded or the identity has ended", () => {
    const session = createDouble();
    const codes = [];
    reportErrors(session, ({ code }) => codes.push(code));
    const fail = (code) => dispatch(session, "revalidation-failed", { error: new SessionError(code) });
    const reportsOf = (...failures) => {
      codes.length = 0;
      failures.forEach(fail);
      return [...codes];
    };
    // Before the first read has succeeded.
    assert.deepEqual(reportsOf("network", "network", "server-error", "network"), ["network", "server-error"]);
    // Neither an unknown nor a stale snapshot is a success.
    session.publish({ status: "unknown", stale: false });
    for (const status of ["authenticated", "unauthenticated"]) session.publish({ status, stale: true });
    assert.deepEqual(reportsOf("network", "server-error"), []);
    for (const status of ["authenticated", "unauthenticated"]) {
      session.publish({ status, stale: false });
      assert.deepEqual(reportsOf("network", "network"), ["network"]);
    }
    session.publish({ status: "unknown", stale: false });
    assert.deepEqual(reportsOf("network"), []);
    dispatch(session, "identity-ended", { key: 1 });
    assert.deepEqual(reportsOf("network", "network"), ["network"]);
  });

  it("gives each report a hint of its own, into which a reporter may write", () => {
    const session = createDouble();
    const groups = [];
    const report = (_error, { fingerprint }) => groups.push(fingerprint) && fingerprint.push("app");
    reportErrors(session, report);
    reportErrors(session, report);
    dispatch(session, "revalidation-failed", { error: new SessionError("network") });
    assert.deepEqual(groups, [
      ["revalidation-failed", "network", "app"],
      ["revalidation-failed", "network", "app"],
    ]);
  });

  it("ends by the function that it returns, and leaves other reporters alone", () => {
    const session = createDouble();
    const counts = [0, 0];
    const stops = counts.map((_, index) => reportErrors(session, () => (counts[index] += 1)));
    const fail = () => dispatch(session, "revalidation-failed", { error: new SessionError("network") });
    fail();
    assert.equal(stops[0](), undefined);
    session.publish(READ);
    fail();
    dispatch(session, "cookie-refused", { error: new SessionError("cookie-refused") });
    assert.deepEqual(counts, [1, 3]);
    stops[0]();
    stops[1]();
    session.publish(READ);
    fail();
    assert.deepEqual(counts, [1, 3]);
    assert.equal(session.listeners.size, 0);
  });

  it("throws at once for a reporter that is no function, and for a value that is no session", () => {
    const session = createDouble();
    for (const odd of [undefined, null, {}, "console.error"])
      assert.throws(() => reportErrors(session, odd), TypeError);
    for (const odd of [undefined, null, {}]) assert.throws(() => reportErrors(odd, () => {}), TypeError);
  });
});
