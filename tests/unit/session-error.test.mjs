import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { build } from "esbuild";
import { causeOf } from "../../pkg/entry/cause.js";
import { ALL_CODES, isSessionError, SessionError } from "../../pkg/entry/session-error.js";

describe("SessionError", () => {
  it("says its code in words, and nothing of the request or answer", () => {
    for (const code of ALL_CODES) {
      const { message } = new SessionError(code, { status: 418, retryAfterMs: 1234 });
      const words = code.replaceAll("-", " ");
      assert.ok(message === words || message.startsWith(`${words}: `), message);
      assert.doesNotMatch(message, /418|1234/, code);
    }
  });

  it("says what to do where the code alone does not", () => {
    const messageOf = (code) => new SessionError(code).message;
    assert.match(messageOf("foreign-url"), /: session\.fetch takes paths under \/api\/, .*\/data-api\/$/);
    assert.equal(messageOf("not-ready"), "not ready: await session.ready");
  });

  it("is expected where the caller, the user or a newer call has ended it", () => {
    const expected = ALL_CODES.filter((code) => new SessionError(code).expected);
    assert.deepEqual(expected.sort(), ["aborted", "closed", "popup-closed", "superseded"]);
  });

  it("has a property `cause` only where it is given one", () => {
    const cause = new TypeError("Failed to fetch");
    assert.equal(new SessionError("network", { cause }).cause, cause);
    assert.ok(!("cause" in new SessionError("network")));
    assert.ok(!Object.keys(new SessionError("network", { cause })).includes("cause"));
  });

  it("takes the browser's own error as its cause, and no error that may quote a request", () => {
    for (const error of [
      new TypeError("Failed to fetch"),
      new TypeError("NetworkError when attempting to fetch resource."),
      new TypeError("Load failed"),
      new DOMException("The operation timed out.", "TimeoutError"),
      new TypeError("HTTP 404 text/html"),
      new WebAssembly.CompileError("WebAssembly.Module(): Wasm code generation disallowed by embedder"),
    ])
      assert.equal(causeOf(error), error);
    for (const odd of [
      new TypeError("no answer from https://platform.example/api"),
      new Error("GET /api/reports failed"),
      new Error("ada@example.com"),
      new TypeError("Failed to fetch (127.0.0.1:8787)"),
      Object.assign(new Error("Request failed"), { config: { headers: { authorization: "secret" } } }),
      new TypeError("connect ECONNREFUSED 127.0.0.1:8787"),
      new TypeError("getaddrinfo ENOTFOUND platform.example"),
      new TypeError("GET api/auth/session: failed"),
      new Error("refused, authorization: Bearer secret"),
      new Error('failed to send {"iban":"DE123"}'),
      new Error("Request failed", { cause: { authorization: "secret" } }),
      "a text",
      { message: "an object" },
      undefined,
      null,
    ])
      assert.equal(causeOf(odd), undefined);
  });

  it("takes no cause whose message cannot be read, and does not throw", () => {
    const throwing = Object.defineProperty(new Error(), "message", {
      get() {
        throw new Error("no");
      },
    });
    const { proxy, revoke } = Proxy.revocable(new Error("a text"), {});
    revoke();
    for (const odd of [throwing, proxy, Object.assign(new Error(), { message: Symbol("x") })])
      assert.equal(causeOf(odd), undefined);
    const unnamed = Object.defineProperty(new Error(), "message", { value: Symbol("x") });
    assert.equal(causeOf(unnamed), undefined);
  });

  it("is an Error with a name, a code, and the facts of the answer", () => {
    const error = new SessionError("rate-limited", { status: 429, retryable: true, retryAfterMs: 3000 });
    assert.ok(error instanceof Error && error instanceof SessionError);
    const { name, code, status, retryable, retryAfterMs } = error;
    assert.deepEqual(
      { name, code, status, retryable, retryAfterMs },
      { name: "SessionError", code: "rate-limited", status: 429, retryable: true, retryAfterMs: 3000 },
    );
    assert.match(String(error), /^SessionError: /);
    assert.match(error.stack, /session-error\.test\.mjs/);
  });

  it("has no facts of an answer where it is given none", () => {
    const { status, retryable, retryAfterMs } = new SessionError("network");
    assert.deepEqual(
      { status, retryable, retryAfterMs },
      { status: null, retryable: false, retryAfterMs: null },
    );
  });

  it("cannot be changed, and can be extended by frameworks and reporters", () => {
    const error = new SessionError("closed");
    for (const name of ["code", "call", "expected", "status", "retryable", "retryAfterMs"])
      assert.throws(() => {
        error[name] = "other";
      }, TypeError);
    // As Next, and Sentry for React, do.
    Object.assign(error, { digest: "1", cause: new Error() });
    assert.equal(error.digest, "1");
  });
});

describe("isSessionError", () => {
  it("is true for an error of another realm's copy of the package", async () => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL("../../pkg/entry/session-error.ts", import.meta.url))],
      bundle: true,
      format: "iife",
      globalName: "copy",
      write: false,
    });
    const script = `${outputFiles[0].text}
      ({ ...copy, foreign: new copy.SessionError("timeout"), ordinary: new Error("timeout") })`;
    const { foreign, ordinary, ...other } = vm.runInNewContext(script);
    assert.ok(!(foreign instanceof Error) && !(foreign instanceof SessionError), "it is of another realm");
    assert.equal(isSessionError(foreign), true);
    assert.equal(foreign.code, "timeout");
    assert.equal(isSessionError(ordinary), false);
    assert.equal(other.isSessionError(new SessionError("timeout")), true, "and the other way round");
  });

  it("is false for any other value", () => {
    const lookalike = { name: "SessionError", code: "network", message: "", status: null };
    const primitives = [undefined, null, 0, "network", Symbol("x")];
    for (const value of [...primitives, {}, [], lookalike, new Error("x"), SessionError]) {
      assert.equal(isSessionError(value), false, String(value?.name));
    }
  });
});
