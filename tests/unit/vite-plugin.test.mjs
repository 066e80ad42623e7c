// `platform-session/vite`: its options, and how its proxy changes requests and answers.

import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { ServerResponse } from "node:http";
import { describe, it } from "node:test";
import { cookieFromBrowser, cookieToBrowser } from "../../pkg/adapters/vite/cookies.js";
import { platformSession } from "../../pkg/adapters/vite/vite.js";

const DEFAULT = "http://127.0.0.1:8787";
const PORTAL = "https://portal.example";

/** Returns what the plugin adds to a project's configuration (`given`). */
const configOf = (options, given = {}) => platformSession(options).config(given);

/** Returns the entry of the proxy, and the events of its requests. */
function proxyOf(options) {
  const entry = Object.values(configOf(options).server.proxy)[0];
  const events = new EventEmitter();
  entry.configure(events);
  return { entry, events };
}

/** Runs a function with this `PLATFORM_ORIGIN` in the environment, or, with `undefined`, without one. */
function withPlatformOrigin(origin, run) {
  const before = process.env.PLATFORM_ORIGIN;
  const set = (value) => {
    if (value === undefined) delete process.env.PLATFORM_ORIGIN;
    else process.env.PLATFORM_ORIGIN = value;
  };
  set(origin);
  try {
    run();
  } finally {
    set(before);
  }
}

/** Returns the headers that the proxy changes in a request to the deployment. */
function forwarded(event, headers, deployment = PORTAL, headersSent = false) {
  const changed = {};
  const onward = { headersSent, setHeader: (name, value) => Object.assign(changed, { [name]: value }) };
  proxyOf({ deployment }).events.emit(event, onward, { headers, socket: {} });
  return changed;
}

/** Returns the headers of an answer as the browser gets them. `encrypted`: the page is loaded over https. */
function handedBack(headers, encrypted = false, answer = new ServerResponse({ method: "GET" })) {
  const request = { headers: { host: "localhost:5173" }, socket: { encrypted } };
  proxyOf({ deployment: PORTAL }).events.emit("proxyRes", { headers }, request, answer);
  return headers;
}

describe("The plugin's options", () => {
  it("default to the reference deployment", () => {
    for (const origin of [undefined, ""])
      withPlatformOrigin(origin, () => {
        for (const options of [undefined, {}, { deployment: undefined, head: undefined }])
          assert.equal(proxyOf(options).entry.target, DEFAULT);
      });
  });

  it("default to the deployment that the environment names, which an option overrides", () => {
    withPlatformOrigin(`${PORTAL}/`, () => {
      assert.equal(proxyOf().entry.target, PORTAL);
      assert.equal(proxyOf({ deployment: "https://other.example" }).entry.target, "https://other.example");
    });
  });

  it("name the environment's variable where it has no http(s) URL", () => {
    const message = "platformSession: PLATFORM_ORIGIN must be an http(s) URL";
    withPlatformOrigin("portal.example", () =>
      assert.throws(() => platformSession(), { name: "TypeError", message }),
    );
  });

  it("take the origin of a deployment's address", () => {
    const { entry } = proxyOf({ deployment: "https://portal.example/app/?a" });
    assert.equal(entry.target, PORTAL);
  });

  for (const [options, message] of [
    [{ deploymnet: PORTAL }, "platformSession: deploymnet does not exist: did you mean deployment?"],
    [{ Head: false }, "platformSession: Head does not exist: did you mean head?"],
    [{ proxy: {} }, "platformSession: proxy does not exist: there is deployment, head, policy"],
    ...["'self'", null, 1].map((policy) => [
      { policy },
      "platformSession: policy must be true, false, or directives",
    ]),
    ...[
      ["Img-Src", "data:"],
      ["img-src", true],
      ["img-src", "data:; script-src *"],
      ["x", "a, b"],
      ["x", "a\nb"],
      ["x", "a\u0000b"],
      ["x", "a\u007fb"],
      ["x", "https://bücher.example"],
      ["x", "https://portal.example/\u2028"],
    ].map(([name, sources]) => [
      { policy: { [name]: sources } },
      `platformSession: policy: ${name} must be a directive with its sources, or false`,
    ]),
    [{ head: "no" }, "platformSession: head must be true or false"],
    [{ head: null }, "platformSession: head must be true or false"],
    ...["", "portal.example", "ftp://portal.example", null, 8787, new URL(PORTAL)].map((deployment) => [
      { deployment },
      "platformSession: deployment must be an http(s) URL",
    ]),
    ...[PORTAL, null, 1].map((options) => [options, "platformSession: the options must be an object"]),
  ]) {
    it(`are refused: ${JSON.stringify(options)}`, () => {
      assert.throws(() => platformSession(options), { name: "TypeError", message });
    });
  }
});

describe("The plugin's entry in the proxy", () => {
  it("fits the deployment's four APIs, and no other path", () => {
    const [pattern] = Object.keys(configOf().server.proxy);
    for (const path of ["/api/auth/session", "/agent-hub-api/x", "/networks-api/x", "/data-api/x?y=/z"])
      assert.match(path, new RegExp(pattern));
    for (const path of ["/", "/api", "/apiary/x", "/hub-api/x", "/app/api/x", "/x?/api/y", "/API/x"])
      assert.doesNotMatch(path, new RegExp(pattern));
  });

  it("is added to a preview with entries of its own; any other preview takes those of the server", () => {
    assert.equal(configOf().preview, undefined);
    const { preview } = configOf({}, { preview: { proxy: { "/api/x": "http://127.0.0.1:1" } } });
    assert.deepEqual(Object.keys(preview.proxy), Object.keys(configOf().server.proxy));
  });

  it("gives way to an entry of the project with the same pattern", () => {
    const given = { server: { proxy: { [Object.keys(configOf().server.proxy)[0]]: "http://127.0.0.1:1" } } };
    assert.deepEqual(configOf({}, given).server.proxy, {});
  });
});

describe("The plugin's policy", () => {
  const HEADER = "Content-Security-Policy";
  const policyOf = (policy, given) => configOf({ policy }, given).preview.headers;
  const documented = () => {
    const guide = readFileSync(new URL("../../docs/deploying.md", import.meta.url), "utf8");
    return /^Content-Security-Policy: (default-src .*)$/m.exec(guide)?.[1];
  };
  const asSet = (policy) => policy.split("; ").sort();

  it("is that of the guide, and is sent by a preview alone", () => {
    assert.deepEqual(asSet(policyOf(true)[HEADER]), asSet(documented()));
    assert.equal("headers" in configOf({ policy: true }).server, false);
    assert.equal(configOf({ policy: false }).preview, undefined);
  });

  it("has the project's directives in place of its own, and beside them", () => {
    const given = { "connect-src": "'self' https://sentry.example", "img-src": false, "base-uri": "'none'" };
    const expected = asSet(documented()).filter((directive) => !/^(connect|img)-src/.test(directive));
    assert.deepEqual(asSet(policyOf(given)[HEADER]), [
      "base-uri 'none'",
      "connect-src 'self' https://sentry.example",
      ...expected,
    ]);
  });

  it("stands beside the project's headers, which a preview takes from the server, and gives way to the project's policy", () => {
    const own = { "x-own": "1" };
    for (const given of [{ preview: { headers: own } }, { server: { headers: own } }])
      assert.deepEqual(Object.keys(policyOf(true, given)), ["x-own", HEADER]);
    const headers = { "content-security-policy": "default-src 'self'" };
    assert.deepEqual(policyOf(true, { preview: { headers } }), headers);
  });
});

describe("A request of the page", () => {
  for (const event of ["proxyReq", "proxyReqWs"]) {
    it(`has the deployment's origin where it had this server's (${event})`, () => {
      for (const headers of [
        { origin: "http://localhost:5173", host: "localhost:5173" },
        { origin: "https://localhost:5173", host: "localhost:5173" },
        { origin: "https://localhost:5173", ":authority": "localhost:5173" },
      ])
        assert.deepEqual(forwarded(event, headers), { origin: PORTAL });
    });

    it(`keeps another origin, for the deployment to refuse (${event})`, () => {
      for (const origin of [
        "http://localhost:9999",
        "http://localhost",
        "http://evil.example",
        "http://evil.example/localhost:5173",
        "null",
        undefined,
      ])
        assert.deepEqual(forwarded(event, { origin, host: "localhost:5173" }), {}, origin);
    });
  }

  it("is left alone once its headers have left", () => {
    const headers = { origin: "http://localhost:5173", host: "localhost:5173", cookie: "a=b" };
    assert.deepEqual(forwarded("proxyReq", headers, PORTAL, true), {});
  });
});

describe("A redirect", () => {
  for (const [location, expected, encrypted] of [
    [`${PORTAL}/reports?a#b`, "http://localhost:5173/reports?a#b"],
    [PORTAL, "http://localhost:5173"],
    [`${PORTAL}/reports`, "https://localhost:5173/reports", true],
    [`${PORTAL}//evil.example`, "http://localhost:5173//evil.example"],
    ["/reports", "/reports"],
    [`${PORTAL}.evil.example/`, `${PORTAL}.evil.example/`],
    [
      `https://idp.example/auth?redirect_uri=${PORTAL}/x`,
      `https://idp.example/auth?redirect_uri=${PORTAL}/x`,
    ],
  ]) {
    it(`to ${location} leads to ${expected}`, () => {
      assert.equal(handedBack({ location }, encrypted).location, expected);
    });
  }
});

describe("A cookie of the deployment", () => {
  const FULL = "__Host-platform=t=1; Path=/; HttpOnly; Secure; SameSite=None; Partitioned; Max-Age=60";

  for (const [cookie, overHttp, overHttps = cookie] of [
    ["platform=t; Path=/; HttpOnly; SameSite=Lax", "platform=t; Path=/; HttpOnly; SameSite=Lax"],
    [FULL, "dev-__Host-platform=t=1; Path=/; HttpOnly; Max-Age=60"],
    ["__Secure-a=t;secure;httponly", "dev-__Secure-a=t;httponly"],
    ["a=t; Domain=portal.example; Secure", "a=t", "a=t; Secure"],
    [
      "a=secure; samesite = none ;SECURE; domain = .portal.example",
      "a=secure",
      "a=secure; samesite = none ;SECURE",
    ],
    ["Secure=domain; SameSite=Strict", "Secure=domain; SameSite=Strict"],
  ]) {
    it(`is kept over http and https: ${cookie}`, () => {
      assert.equal(cookieToBrowser(cookie, false), overHttp);
      assert.equal(cookieToBrowser(cookie, true), overHttps);
      assert.deepEqual(handedBack({ "set-cookie": [cookie, "b=1"] })["set-cookie"], [overHttp, "b=1"]);
    });
  }

  it("is sent to the deployment under its own name", () => {
    const header = "dev-__Host-platform=t; a=dev-__Host-x; dev-__Secure-a=t;dev-__host-b=1; dev-c=1";
    const expected = "__Host-platform=t; a=dev-__Host-x; __Secure-a=t;__host-b=1; dev-c=1";
    assert.equal(cookieFromBrowser(header), expected);
    assert.deepEqual(forwarded("proxyReq", { cookie: header }), { cookie: expected });
  });
});

describe("An answer", () => {
  it("does not bind the browser to https for this server's name", () => {
    assert.deepEqual(handedBack({ "strict-transport-security": "max-age=1", etag: "x" }), { etag: "x" });
  });

  it("loses the CORS headers of Vite, so that no other page may read it", () => {
    const answer = new ServerResponse({ method: "GET" });
    answer.setHeader("Access-Control-Allow-Origin", "http://localhost:9999");
    answer.setHeader("Access-Control-Allow-Credentials", "true");
    answer.setHeader("Vary", "Origin");
    const given = { "access-control-allow-origin": "http://localhost:5174" };
    assert.deepEqual(handedBack({ ...given }, false, answer), given, "the deployment's own header stays");
    assert.deepEqual(answer.getHeaderNames(), ["vary"]);
  });
});
