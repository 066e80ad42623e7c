// `platform-session/errors`: what an application does with errors, whatever it is given.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import {
  isExpected,
  orThrow,
  ResponseError,
  reportErrors,
  retry,
  tagsOf,
} from "../../pkg/adapters/errors/index.js";
import { ALL_CODES, SessionError } from "../../pkg/entry/session-error.js";

const LONGEST_MS = 2_147_483_647;
const NOON = "Sun, 29 Nov 2026 12:00:00 GMT";
const MINUTE_LATER = "Sun, 29 Nov 2026 12:01:00 GMT";

const answer = (status, headers = {}) => new Response(null, { status, headers });

function thrown(response) {
  try {
    orThrow(response);
  } catch (error) {
    return error;
  }
  assert.fail("orThrow returned");
}

const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const hostile = new Proxy(
  {},
  {
    get() {
      throw new Error("not to be looked at");
    },
  },
);
/** Each may be thrown, and says nothing of itself. */
const ODD = {
  undefined: undefined,
  null: null,
  "a text": "AbortError",
  "a number": 401,
  "a bigint": 1n,
  "a symbol": Symbol.for("platform-session.SessionError"),
  "a function": Object.assign(() => {}, {
    retryable: true,
    expected: true,
    [Symbol.for("platform-session.SessionError")]: true,
  }),
  "a class of that name": class AbortError {},
  "an object without a prototype": Object.create(null),
  "a revoked proxy": revoked(),
  "an object that throws at each look": hostile,
  "another's ResponseError": Object.assign(new Error("no"), { name: "ResponseError", status: 500 }),
  "what is only called a SessionError": { name: "SessionError", code: "network", expected: true },
  "what is marked, but not with true": { [Symbol.for("platform-session.SessionError")]: 1, expected: true },
};

describe("orThrow", () => {
  it("returns a success as it is, with its body unread", async () => {
    for (const response of [new Response("{}"), answer(204), new Response("{}", { status: 299 })])
      assert.equal(orThrow(response), response);
    assert.deepEqual(await orThrow(Response.json({ agents: [] })).json(), { agents: [] });
  });

  it("throws for every other answer, and says its status and no more", () => {
    for (const status of [300, 304, 400, 401, 403, 404, 409, 429, 500, 503, 599]) {
      const error = thrown(answer(status));
      assert.ok(error instanceof ResponseError && error instanceof Error);
      assert.deepEqual(
        [error.name, error.message, error.status],
        ["ResponseError", `HTTP ${status}`, status],
      );
      assert.equal(error.retryable, status === 429 || status >= 500, `${status}`);
      assert.equal(error.retryAfterMs, null);
    }
    assert.deepEqual([thrown(Response.error()).status, thrown(Response.error()).retryable], [0, false]);
  });

  it("leaves the body of a refused answer to its reader", async () => {
    const response = Response.json({ error: "taken" }, { status: 409 });
    thrown(response);
    assert.deepEqual(await response.json(), { error: "taken" });
  });

  it("keeps nothing of the answer but its status and the time to wait: no address, header and body", () => {
    const response = Response.json(
      { password: "secret-body" },
      { status: 403, statusText: "secret-text", headers: { "X-Token": "secret-header", "Retry-After": "3" } },
    );
    Object.defineProperty(response, "url", { value: "https://secret-host.example/secret-path" });
    const error = thrown(response);
    assert.deepEqual(Reflect.ownKeys(error).sort(), [
      "message",
      "retryAfterMs",
      "retryable",
      "stack",
      "status",
    ]);
    assert.ok(Object.isExtensible(error), "Next writes a `digest` on what a server component throws");
    assert.equal(Object.prototype.toString.call(error), "[object Error]");
    for (const key of Reflect.ownKeys(error)) assert.doesNotMatch(String(error[key]), /secret/);
    assert.doesNotMatch(JSON.stringify(error), /secret/);
  });

  it("makes a stack that begins in the caller's code", async () => {
    const first = (error) => error.stack.split("\n").slice(0, 2);
    const loadAgents = (response) => orThrow(response);
    const errorOf = (load) => {
      try {
        return load();
      } catch (error) {
        return error;
      }
    };
    const [head, frame] = first(errorOf(() => loadAgents(answer(403))));
    assert.equal(head, "ResponseError: HTTP 403");
    assert.match(frame, /at loadAgents .*errors\.test\.mjs/);
    const loadLater = async () => orThrow(await Promise.resolve(answer(500)));
    assert.match(first(await loadLater().catch((error) => error))[1], /at loadLater .*errors\.test\.mjs/);
  });

  it("works where the engine makes no stack from another place", () => {
    const { captureStackTrace } = Error;
    Error.captureStackTrace = undefined;
    try {
      assert.match(thrown(answer(403)).stack, /^(Response)?Error: HTTP 403\n/);
    } finally {
      Error.captureStackTrace = captureStackTrace;
    }
  });

  it("takes an answer that a test wrote by hand", () => {
    const success = { ok: true, status: 200 };
    assert.equal(orThrow(success), success);
    const { status, retryAfterMs } = thrown({ ok: false, status: 503 });
    assert.deepEqual([status, retryAfterMs], [503, null]);
  });

  it("refuses what is no answer, and takes none for a success unless its ok is true", () => {
    for (const odd of [undefined, null, revoked(), hostile]) assert.throws(() => orThrow(odd));
    for (const odd of [Promise.resolve(answer(200)), "HTTP 200", 200, {}, { ok: "true" }, []])
      assert.throws(() => orThrow(odd), {
        name: "TypeError",
        message: "orThrow needs a response: await the promise",
      });
    assert.equal(thrown({ ok: "true", status: 200 }).name, "ResponseError");
  });
});

describe("The wait that a refused answer names", () => {
  const waitOf = (headers) => thrown(answer(429, headers)).retryAfterMs;
  const since = (retryAfter) => waitOf({ "Retry-After": retryAfter, Date: NOON });

  it("is its seconds, or the time until its date, clamped to what a timer holds", () => {
    for (const [header, expected] of [
      ["0", 0],
      [" 3 ", 3_000],
      ["120", 120_000],
      ["99999999999999999999999999", LONGEST_MS],
      ["9".repeat(400), LONGEST_MS],
      [MINUTE_LATER, 60_000],
      [NOON, 0],
      ["Wed, 21 Oct 2015 07:28:00 GMT", 0],
      ["Fri, 31 Dec 9999 23:59:59 GMT", LONGEST_MS],
    ])
      assert.equal(since(header), expected, header);
  });

  it("is null where the header is not there, or says nothing usable", () => {
    assert.equal(waitOf({ Date: NOON }), null);
    for (const header of [
      "",
      "-1",
      "1.5",
      "1e3",
      "0x10",
      "never 2999",
      "1:00",
      "3, 5",
      "soon",
      "Sun, 06 Nov 1904 08:49:37 GMT",
      "2026-11-29T12:01:00Z",
    ])
      assert.equal(since(header), null, header);
  });

  it("is told from the deployment's own clock, or from the computer's where the answer has no usable date", (t) => {
    t.mock.timers.enable({ apis: ["Date"], now: Date.parse(NOON) - 30_000 });
    assert.equal(since(MINUTE_LATER), 60_000);
    assert.equal(waitOf({ "Retry-After": MINUTE_LATER }), 90_000);
    assert.equal(waitOf({ "Retry-After": MINUTE_LATER, Date: "soon" }), 90_000);
  });
});

describe("retry", () => {
  it("sends again what is retryable, three times", () => {
    for (const error of [
      new SessionError("network", { retryable: true }),
      thrown(answer(429)),
      thrown(answer(500)),
      { retryable: true },
    ])
      assert.deepEqual(
        [0, 1, 2, 3, 4].map((failures) => retry(failures, error)),
        [true, true, true, false, false],
      );
  });

  it("sends nothing again that would open the dialog once more, or was ended, or is of another kind", () => {
    for (const error of [
      thrown(answer(401)),
      thrown(answer(403)),
      new SessionError("superseded"),
      new DOMException("", "AbortError"),
      new TypeError("Failed to fetch"),
      { retryable: "true" },
      { retryable: 1 },
    ])
      assert.equal(retry(0, error), false);
  });

  for (const [name, odd] of Object.entries(ODD))
    it(`is false for ${name}`, () => assert.equal(retry(0, odd), false));

  it("is false where the failures are not counted", () => {
    for (const odd of [undefined, Number.NaN, Number.POSITIVE_INFINITY, {}, "many", Symbol("0")])
      assert.equal(retry(odd, { retryable: true }), false);
  });
});

describe("isExpected", () => {
  it("tells what a SessionError says of itself, of each code", () => {
    const expected = ALL_CODES.filter((code) => isExpected(new SessionError(code)));
    assert.deepEqual(expected.sort(), ["aborted", "closed", "popup-closed", "superseded"]);
  });

  it("takes the AbortError of a body, and no other error", () => {
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

  it("knows those of another realm, and of another copy of the package", () => {
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

describe("tagsOf", () => {
  it("has what a reporter may send of a SessionError: its code, its call, its status and whether to try again", () => {
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

  it("reports the failures that no call rejects with, by the event and the code, and no other event", () => {
    const session = new EventTarget();
    const reports = [];
    reportErrors(session, (error, group) => reports.push([error, group]));
    const read = new SessionError("network", { call: "read", retryable: true });
    const refused = new SessionError("cookie-refused");
    dispatch(session, "revalidation-failed", { error: read });
    dispatch(session, "identity-ended", { key: 1 });
    dispatch(session, "expiring", { expiresAt: 1 });
    dispatch(session, "cookie-refused", { error: refused });
    assert.deepEqual(reports, [
      [read, ["revalidation-failed", "network"]],
      [refused, ["cookie-refused", "cookie-refused"]],
    ]);
    assert.ok(reports[0][0] === read && reports[1][0] === refused);
  });

  it("ends by what it returns, and leaves other reporters alone", () => {
    const session = new EventTarget();
    const counts = [0, 0];
    const stops = counts.map((_, index) => reportErrors(session, () => (counts[index] += 1)));
    const fail = () => dispatch(session, "revalidation-failed", { error: new SessionError("network") });
    fail();
    assert.equal(stops[0](), undefined);
    fail();
    dispatch(session, "cookie-refused", { error: new SessionError("cookie-refused") });
    assert.deepEqual(counts, [1, 3]);
    stops[0]();
    stops[1]();
    fail();
    assert.deepEqual(counts, [1, 3]);
  });

  it("refuses at once what it could not report to, or of", () => {
    const session = new EventTarget();
    for (const odd of [undefined, null, {}, "console.error"])
      assert.throws(() => reportErrors(session, odd), TypeError);
    for (const odd of [undefined, null, {}]) assert.throws(() => reportErrors(odd, () => {}), TypeError);
  });
});

it("The class takes nothing that a page has put on Object.prototype", async () => {
  const entryPoints = [fileURLToPath(new URL("../../pkg/adapters/errors/index.js", import.meta.url))];
  const { outputFiles } = await build({ entryPoints, bundle: true, format: "esm", write: false });
  // In a realm of its own, as the classic script of that code: the test runner, too, would meet what is put there.
  const script = outputFiles[0].text.replace(/^export \{[^}]*\};$/m, "");
  const message = runInNewContext(`
    Object.prototype.get = () => "polluted";
    ${script}
    try {
      orThrow({ ok: false, status: 403 });
    } catch (error) {
      \`\${error}\`;
    }`);
  assert.equal(message, "ResponseError: HTTP 403");
});
