// `platform-session/errors`: `orThrow`, `ResponseError` and `retry`.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { orThrow, ResponseError, retry } from "../../pkg/adapters/errors/errors.js";
import { SessionError } from "../../pkg/entry/session-error.js";
import { answer, hostile, ODD, revoked, thrown } from "./thrown.mjs";

const LONGEST_MS = 2_147_483_647;
const NOON = "Sun, 29 Nov 2026 12:00:00 GMT";
const MINUTE_LATER = "Sun, 29 Nov 2026 12:01:00 GMT";

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

  it("works where the engine has no `Error.captureStackTrace`", () => {
    const { captureStackTrace } = Error;
    Error.captureStackTrace = undefined;
    try {
      assert.match(thrown(answer(403)).stack, /^(Response)?Error: HTTP 403\n/);
    } finally {
      Error.captureStackTrace = captureStackTrace;
    }
  });

  it("takes a plain object with `ok` and `status`, as tests write it", () => {
    const success = { ok: true, status: 200 };
    assert.equal(orThrow(success), success);
    const { status, retryAfterMs } = thrown({ ok: false, status: 503 });
    assert.deepEqual([status, retryAfterMs], [503, null]);
  });

  it("throws a TypeError for a value that is no answer, and takes no answer for a success unless `ok` is true", () => {
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
  const waitFromNoon = (retryAfter) => waitOf({ "Retry-After": retryAfter, Date: NOON });

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
      assert.equal(waitFromNoon(header), expected, header);
  });

  it("is `null` where the header is missing or unusable", () => {
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
      assert.equal(waitFromNoon(header), null, header);
  });

  it("is counted by the deployment's clock, or by the computer's where the answer has no usable date", (t) => {
    t.mock.timers.enable({ apis: ["Date"], now: Date.parse(NOON) - 30_000 });
    assert.equal(waitFromNoon(MINUTE_LATER), 60_000);
    assert.equal(waitOf({ "Retry-After": MINUTE_LATER }), 90_000);
    assert.equal(waitOf({ "Retry-After": MINUTE_LATER, Date: "soon" }), 90_000);
  });
});

describe("retry", () => {
  it("is true for a retryable error, three times", () => {
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

  it("is false for refusals, for calls that were superseded or aborted, and for other errors", () => {
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

it("The class takes nothing that a page has put on Object.prototype", async () => {
  const entryPoints = [fileURLToPath(new URL("../../pkg/adapters/errors/errors.js", import.meta.url))];
  const { outputFiles } = await build({ entryPoints, bundle: true, format: "esm", write: false });
  // In a realm of its own: `Object.prototype` of this one is the test runner's, too. A realm runs no module, so the exports are taken out.
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
