// `platform-session/server` in Node, against the reference deployment.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, beforeEach, describe, it } from "node:test";
import { readSession, serializeInitial } from "../../../pkg/adapters/server/server.js";
import { answering } from "../../e2e/support/identity-api.mjs";
import { startDeployment } from "../../e2e/support/platform.mjs";
import { startRelay } from "../../e2e/support/relay.mjs";
import { within } from "../../e2e/support/until.mjs";
import { FEATURES, ROLES } from "../testing/facts.mjs";
import { cookieOf } from "./signed-in.mjs";

const SESSION = "/api/auth/session";
const codeOf = (promise) =>
  promise.then(
    () => "resolved",
    ({ code }) => code,
  );

describe("A session that is read on a server", { timeout: 60_000 }, () => {
  let deployment;
  let baseUrl;
  let cookie;
  before(async () => {
    deployment = await startDeployment({ site: "bare", flags: ["--bearer", "cookie"] });
    baseUrl = deployment.origin;
    cookie = await cookieOf(deployment, "ada");
  });
  beforeEach(() => deployment.control.reset());
  after(() => deployment.stop());

  const withCookie = (value = cookie) =>
    new Request("http://portal.example/", { headers: { cookie: value } });

  it("has the user of the cookie, and that user's gates", async () => {
    const { session, initial, error } = await readSession(withCookie(), { baseUrl });
    assert.equal(error, null);
    const { status, user, stale } = session.snapshot;
    assert.deepEqual(
      [status, user.email, user.userType, stale],
      ["authenticated", "ada@example.com", "default", false],
    );
    assert.deepEqual({ ...session.permissions.features }, FEATURES.default);
    assert.equal(session.gate({ feature: "chat-history" }).granted, true);
    assert.equal(session.gate({ feature: "chat-history" }).initial, "granted");
    assert.equal(session.gate({ feature: "report-analysis" }).value, "denied");
    assert.deepEqual(Object.keys(initial).sort(), ["authenticated", "user"]);
    assert.deepEqual(Object.keys(initial.user).sort(), [
      "authSource",
      "email",
      "id",
      "name",
      "permissions",
      "userType",
    ]);
  });

  it("takes the cookie from the request objects of all supported servers", async () => {
    const requests = {
      Request: withCookie(),
      "Node and Express": { headers: { host: "portal.example", cookie } },
      "several cookie headers": { headers: { cookie: ["theme=dark", cookie] } },
      "a header in capitals": { headers: { Cookie: cookie } },
      "H3, and Next's headers()": { headers: new Headers({ cookie }) },
      "headers with only get()": { headers: { get: (name) => (name === "cookie" ? cookie : null) } },
    };
    for (const [name, request] of Object.entries(requests)) {
      const { session } = await readSession(request, { baseUrl });
      assert.equal(session.snapshot.user?.email, "ada@example.com", name);
    }
    for (const headers of [{}, { cookie: undefined }, new Headers(), { get: () => undefined }, undefined]) {
      const { session, error, initial } = await readSession({ headers }, { baseUrl });
      assert.deepEqual(
        [session.snapshot.status, session.snapshot.reason, error],
        ["unauthenticated", "no-session", null],
      );
      assert.deepEqual(initial, { authenticated: false });
    }
  });

  it("passes on the cookie and the option headers, and no other header of the request", async () => {
    const relay = await startRelay(deployment);
    const request = new Request("http://portal.example/", {
      headers: {
        cookie,
        authorization: "Bearer x",
        "x-forwarded-for": "203.0.113.9",
        "user-agent": "a person",
      },
    });
    const headers = { "X-Forwarded-For": "198.51.100.7" };
    const { session } = await readSession(request, { baseUrl: relay.origin, headers });
    await relay.stop();
    assert.equal(session.snapshot.status, "authenticated");
    const [{ headers: sent }] = relay.received;
    assert.deepEqual(
      [sent.cookie, sent.authorization, sent["x-forwarded-for"]],
      [cookie, undefined, "198.51.100.7"],
    );
    assert.notEqual(sent["user-agent"], "a person");
  });

  it("has the role catalogue with the option roles", async () => {
    const { session, initial } = await readSession(withCookie(), { baseUrl, roles: true });
    assert.deepEqual(initial.roles, ROLES);
    assert.equal(session.gate({ atLeast: "default" }).value, "granted");
    assert.equal(session.gate({ atLeast: "expert" }).value, "denied");
    const without = await readSession(withCookie(), { baseUrl });
    assert.equal(without.session.gate({ atLeast: "expert" }).value, "unknown");
    assert.deepEqual((await deployment.control.requests("GET", "/api/roles")).length, 1);
  });

  it("leaves gates of roles unknown where the catalogue has a wrong form", async () => {
    for (const body of [
      { success: true, roles: [{ name: "expert", rank: "9" }] },
      { success: false, roles: [] },
      [],
    ]) {
      await deployment.control.faults(answering("GET", "/api/roles", body));
      const { session, initial, error } = await readSession(withCookie(), { baseUrl, roles: true });
      assert.deepEqual([initial.roles, error], [undefined, null]);
      assert.equal(session.gate({ atLeast: "expert" }).value, "unknown");
    }
  });

  it("ignores a role catalogue that the answer inherits from Object.prototype", async () => {
    const inherited = { success: true, roles: [{ name: "expert", rank: 0, label: "", description: "" }] };
    const roles = [{ name: "default", rank: 1, label: "", description: "" }];
    for (const body of [{}, { success: true }, { roles }]) {
      await deployment.control.faults(answering("GET", "/api/roles", body));
      for (const [name, value] of Object.entries(inherited))
        Object.defineProperty(Object.prototype, name, { value, configurable: true });
      try {
        const { session, initial } = await readSession(withCookie(), { baseUrl, roles: true });
        assert.equal(Object.hasOwn(initial, "roles"), false);
        assert.equal(session.gate({ atLeast: "expert" }).value, "unknown");
      } finally {
        for (const name of Object.keys(inherited)) delete Object.prototype[name];
      }
    }
  });

  it("has headers that forbid every cache, with and without a user", async () => {
    for (const request of [withCookie(), { headers: {} }])
      assert.equal(
        (await readSession(request, { baseUrl })).headers.get("cache-control"),
        "private, no-store",
      );
  });

  it("is unknown, with the code of the error, at each failure of the deployment", async () => {
    const closed = createServer();
    await new Promise((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address();
    await new Promise((resolve) => closed.close(resolve));
    const failRead = (rule) => deployment.control.faults({ method: "GET", path: SESSION, times: 1, ...rule });
    const json = { "content-type": "application/json" };
    /** The expected code, what causes it, and options of `readSession`. */
    const cases = [
      ["server-error", () => failRead({ status: 500 })],
      ["server-error", () => failRead({ status: 503 })],
      ["rate-limited", () => failRead({ status: 429 })],
      ["forbidden", () => failRead({ status: 403 })],
      ["not-supported", () => failRead({ status: 404 })],
      ["invalid-response", () => failRead({ status: 302, headers: { location: "/elsewhere" } })],
      ["invalid-response", () => failRead({ status: 200, headers: json, body: '{"authenticated":"true"}' })],
      ["invalid-response", () => failRead({ status: 200, headers: json, body: "{" })],
      [
        "invalid-response",
        () => failRead({ status: 200, headers: { "content-type": "text/html" }, body: "{}" }),
      ],
      ["network", () => failRead({ drop: "before-headers" })],
      ["network", () => failRead({ drop: "mid-body" })],
      ["timeout", () => failRead({ drop: "hang" }), { timeoutMs: 200 }],
      ["timeout", () => failRead({ delay_ms: 2_000 }), { timeoutMs: 200 }],
      ["network", () => {}, { baseUrl: `http://127.0.0.1:${port}` }],
      ["aborted", () => {}, { signal: AbortSignal.abort("for a reason") }],
      [
        "network",
        () => {},
        {
          fetch: () => {
            throw new Error("no fetch");
          },
        },
      ],
      ["network", () => {}, { fetch: async () => Promise.reject(undefined) }],
      ["network", () => {}, { fetch: async () => undefined }],
      ["timeout", () => {}, { fetch: () => new Promise(() => {}), timeoutMs: 50 }],
    ];
    for (const [number, [code, prepare, options]] of cases.entries()) {
      await prepare();
      const reading = readSession(withCookie(), { baseUrl, ...options });
      const { session, initial, error, headers } = await within(1_500, `case ${number}`, reading);
      await deployment.control.clearFaults();
      assert.deepEqual([error, initial, session.snapshot.status], [code, null, "unknown"], `case ${number}`);
      assert.equal(session.gate({ feature: "chat-history" }).value, "unknown");
      assert.equal(headers.get("cache-control"), "private, no-store");
    }
  });

  it("rejects an invalid `timeoutMs` before fetching", async () => {
    const fetch = () => assert.fail("asked");
    for (const timeoutMs of [-1, Number.NaN, "200", null])
      await assert.rejects(readSession(withCookie(), { baseUrl, timeoutMs, fetch }), {
        name: "TypeError",
        message: /^timeoutMs must be/,
      });
  });

  it("throws for an unknown option, and names a similar one", async () => {
    const fetch = () => assert.fail("asked");
    await assert.rejects(readSession(withCookie(), { baseURL: baseUrl, fetch }), {
      name: "TypeError",
      message: "no option baseURL: baseUrl?",
    });
  });

  it("takes a fractional and an infinite `timeoutMs`", async () => {
    for (const timeoutMs of [1_000.5, Number.POSITIVE_INFINITY])
      assert.equal((await readSession(withCookie(), { baseUrl, timeoutMs })).error, null);
  });

  it("skips a cookie with characters that no header may have, and passes on the others", async () => {
    const other = "name=\u2713";
    const { session } = await readSession({ headers: { cookie: `${other}; ${cookie}` } }, { baseUrl });
    assert.equal(session.snapshot.status, "authenticated");
    assert.equal((await readSession({ headers: { cookie: other } }, { baseUrl })).error, null);
  });

  it("aborts the read with the option signal", async () => {
    const controller = new AbortController();
    await deployment.control.faults({ method: "GET", path: SESSION, times: 1, drop: "hang" });
    const reading = readSession(withCookie(), { baseUrl, signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    assert.equal((await within(1_000, "the read", reading)).error, "aborted");
  });

  it("is inert: it sends no request, and every call rejects as closed", async () => {
    const { session } = await readSession(withCookie(), { baseUrl });
    await deployment.control.clearLog();
    const calls = [
      session.login({ email: "a", password: "b" }),
      session.logout(),
      session.refresh(),
      session.roles(),
    ];
    const others = [
      session.fetch("/api/roles"),
      session.permissions.refresh(),
      session.sso.config(),
      session.sso.start(),
    ];
    for (const call of [...calls, ...others]) assert.equal(await codeOf(call), "closed");
    assert.throws(() => session.sso.url(), { code: "closed" });
    assert.equal((await session.ready).status, "authenticated");
    assert.deepEqual(await deployment.control.log(), []);
    const unknown = await readSession(withCookie(), { baseUrl, signal: AbortSignal.abort() });
    assert.deepEqual(
      [await codeOf(unknown.session.ready), await codeOf(unknown.session.settled)],
      ["closed", "closed"],
    );
  });

  it("throws for headers that are still a promise, with a sentence that says so", async () => {
    const headers = /** @type {any} */ (Promise.resolve(new Headers({ cookie: "session=x" })));
    await assert.rejects(readSession({ headers }, { baseUrl: "https://platform.invalid" }), {
      name: "TypeError",
      message: "headers is a promise: await it first",
    });
  });

  it("throws for a baseUrl that is no absolute HTTP address", async () => {
    for (const wrong of [undefined, "", "/relative", "ftp://portal.example"])
      await assert.rejects(readSession(withCookie(), { baseUrl: wrong }), {
        name: "TypeError",
        message: /^baseUrl must be/,
      });
  });
});

describe("serializeInitial", () => {
  it("makes text that is safe in a script element, whatever a name or a limit contains, and parses to the same value", () => {
    const hostile = [
      "</script><script>alert(1)</script>",
      "<!--",
      "<!--<script>",
      "]]>",
      "&lt;",
      "\u2028\u2029",
      "__proto__",
      "\ud800",
      '"\\',
    ];
    const permissions = JSON.parse(
      `{${hostile.map((name) => `${JSON.stringify(name)}:{"enabled":true,"limit":${JSON.stringify(name)}}`)}}`,
    );
    const initial = { authenticated: true, user: { name: hostile.join(""), permissions } };
    const text = serializeInitial(initial);
    assert.doesNotMatch(text, /[<>&\u2028\u2029]/);
    assert.deepEqual(JSON.parse(text), initial);
    assert.ok(Object.hasOwn(JSON.parse(text).user.permissions, "__proto__"));
  });

  it("returns null for a session that is unknown", () => {
    assert.deepEqual([serializeInitial(null), serializeInitial(undefined)], ["null", "null"]);
  });
});
