// Every fault that `check` reports: a relay changes one thing in the answers of a deployment without a fault.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { LOGIN, LOGOUT, PERMISSIONS, ROLES, SESSION, SSO_CONFIG } from "../e2e/support/identity-api.mjs";
import { startDeployment } from "../e2e/support/platform.mjs";
import {
  atPath,
  atPreflight,
  everywhere,
  inCookie,
  inPage,
  inPolicies,
  uncompressedWasm,
  whereTokenSent,
  withHeader,
  withHtml,
  withJson,
} from "./support/answer-changes.mjs";
import { environmentOf, problemsIn, reportOf } from "./support/command.mjs";
import { startRelay } from "./support/spoiled.mjs";

const APP = "http://app.localhost:5173";
const FROM_APP = ["--from", APP];
const ENTRY = "/pkg/index.js";
const WASM = "/pkg/wasm/platform_session_bg.wasm";

/**
 * Each fault: the finding's code and result, the fault in words, the change that the relay makes, and, where needed, the options of the command and
 * more variables of its environment. `--page` is followed by the relay's address.
 */
const FAULTS = [
  ["session-answer", "wrong", "HTML comes in place of the session", atPath(SESSION, withHtml())],
  ["session-answer", "wrong", "the session read is redirected", atPath(SESSION, withHtml(302))],
  [
    "session-shared",
    "wrong",
    "caches may share the session",
    atPath(SESSION, withHeader("cache-control", "public, max-age=60")),
  ],
  ["session-shared", "wrong", "a cache answers the session read", atPath(SESSION, withHeader("age", "7"))],
  [
    "session-no-store",
    "warning",
    "the session has no Cache-Control",
    atPath(SESSION, withHeader("cache-control")),
  ],
  ["session-date", "warning", "the session has no Date", atPath(SESSION, withHeader("date"))],
  ["unauthorized", "wrong", "a gateway redirects to a sign-in page", atPath(ROLES, withHtml(302))],
  ["no-roles", "warning", "there is no role catalogue", atPath(ROLES, withJson({}, 404))],
  [
    "no-answer",
    "wrong",
    "the role catalogue is never answered",
    atPath(ROLES, () => false),
    ["--timeout", "1"],
  ],
  [
    "cors-origin",
    "wrong",
    "no origin is allowed",
    everywhere(withHeader("access-control-allow-origin")),
    FROM_APP,
  ],
  [
    "cors-star",
    "wrong",
    "* is allowed",
    everywhere(withHeader("access-control-allow-origin", "*")),
    FROM_APP,
  ],
  [
    "cors-credentials",
    "wrong",
    "credentials are not allowed",
    everywhere(withHeader("access-control-allow-credentials")),
    FROM_APP,
  ],
  ["cors-preflight-status", "wrong", "a preflight needs a token", atPreflight(withJson({}, 401)), FROM_APP],
  [
    "cors-preflight",
    "wrong",
    "a preflight allows no origin",
    atPreflight(withHeader("access-control-allow-origin")),
    FROM_APP,
  ],
  [
    "cors-headers",
    "wrong",
    "headers are allowed by *",
    atPreflight(withHeader("access-control-allow-headers", "*")),
    FROM_APP,
  ],
  [
    "cors-expose",
    "warning",
    "pages may not read Date",
    everywhere(withHeader("access-control-expose-headers", "retry-after")),
    FROM_APP,
  ],
  [
    "cors-anyone",
    "wrong",
    "every origin is allowed",
    ({ headers }, request) => {
      headers["access-control-allow-origin"] = request.headers.origin;
      headers["access-control-allow-credentials"] = "true";
    },
    FROM_APP,
  ],
  [
    "cors-anyone",
    "wrong",
    "every origin is allowed, and no --from is given",
    ({ headers }, request) => {
      headers["access-control-allow-origin"] = request.headers.origin;
      headers["access-control-allow-credentials"] = "true";
    },
  ],
  [
    "sso-config",
    "warning",
    "there is no single sign-on configuration",
    atPath(SSO_CONFIG, withJson({}, 404)),
  ],
  [
    "sso-config",
    "wrong",
    "the single sign-on button has no label",
    atPath(SSO_CONFIG, withJson({ enabled: true })),
  ],
  [
    "sso-start",
    "wrong",
    "single sign-on is on, and its start address does not redirect",
    atPath(SSO_CONFIG, withJson({ enabled: true, buttonLabel: "Go" })),
  ],
  ["sign-in-refused", "wrong", "the password is wrong", () => {}, [], { PLATFORM_PASSWORD: "wrong horse" }],
  ["sign-in-forbidden", "wrong", "the account is deactivated", () => {}, [], environmentOf("mallory")],
  ["sign-in-answer", "wrong", "the sign-in gives no token", atPath(LOGIN, withJson({ success: true }))],
  [
    "token",
    "warning",
    "no header can carry the token",
    atPath(LOGIN, (answer) => {
      const sent = JSON.parse(answer.body);
      withJson({ ...sent, access_token: "a b" })(answer);
    }),
  ],
  ["cookie", "wrong", "a proxy removes the cookie", atPath(LOGIN, withHeader("set-cookie"))],
  ["cookie-http-only", "wrong", "scripts may read the cookie", inCookie(/; *HttpOnly/i, "")],
  ["cookie-secure-by-http", "warning", "the cookie is Secure over http", inCookie(/$/, "; Secure")],
  [
    "cookie-same-site-none",
    "wrong",
    "the cookie is SameSite=None without Secure",
    inCookie(/SameSite=Lax/i, "SameSite=None"),
  ],
  ["cookie-same-site", "warning", "the cookie has no SameSite", inCookie(/; *SameSite=Lax/i, "")],
  ["cookie-other-site", "warning", "the page is on another site", () => {}, FROM_APP],
  ["cookie-domain", "wrong", "the cookie's Domain is another host", inCookie(/$/, "; Domain=portal.example")],
  [
    "cookie-path",
    "wrong",
    "the cookie's Path is not that of the APIs",
    inCookie(/Path=[^;]*/i, "Path=/portal"),
  ],
  ["cookie-path", "warning", "the cookie's Path is that of one API", inCookie(/Path=[^;]*/i, "Path=/api")],
  [
    "session-by-token",
    "wrong",
    "the session read does not accept the token",
    whereTokenSent(atPath(SESSION, withJson({ authenticated: false }))),
  ],
  [
    "permissions",
    "wrong",
    "the permissions have another shape",
    atPath(PERMISSIONS, withJson({ success: true, data: [] })),
  ],
  ["permissions", "warning", "there is no endpoint for permissions", atPath(PERMISSIONS, withJson({}, 404))],
  [
    "roles",
    "wrong",
    "the rank of a role is not a number",
    whereTokenSent(atPath(ROLES, withJson({ success: true, roles: [{ rank: "9" }] }))),
  ],
  ["sign-out", "wrong", "the sign-out needs a token", atPath(LOGOUT, withJson({}, 401))],
  ["sign-out", "wrong", "the sign-out is never answered", atPath(LOGOUT, () => false), ["--timeout", "1"]],
  [
    "sign-out-cookie",
    "wrong",
    "the sign-out does not clear the cookie",
    atPath(LOGOUT, withHeader("set-cookie")),
  ],
  [
    "sign-out-cookie",
    "wrong",
    "the sign-out clears a cookie of another Path",
    atPath(LOGOUT, ({ headers }) => {
      headers["set-cookie"] = headers["set-cookie"].map((text) => text.replace(/Path=[^;]*/i, "Path=/api"));
    }),
  ],
  ["page", "wrong", "there is no page", atPath("/", withHtml(404)), ["--page"]],
  [
    "policy",
    "warning",
    "the page has no policy",
    atPath("/", (answer) => {
      withHeader("content-security-policy")(answer);
      answer.body = Buffer.from(answer.body.toString().replace(/<meta\s+http-equiv[^>]*>/, ""));
    }),
    ["--page"],
  ],
  [
    "policy-connect",
    "wrong",
    "the policy allows no request",
    inPolicies(/connect-src 'self'/, "connect-src 'none'"),
    ["--page"],
  ],
  [
    "policy-wasm-file",
    "wrong",
    "the policy allows requests only to the APIs",
    atPath("/", withHeader("content-security-policy", "connect-src http://127.0.0.1:*/api/")),
    ["--page"],
  ],
  [
    "policy-script",
    "wrong",
    "the policy allows only scripts of another host",
    inPolicies(/script-src 'self'/, "script-src cdn.example"),
    ["--page"],
  ],
  [
    "policy-wasm",
    "warning",
    "the policy does not allow WebAssembly",
    inPolicies(/ 'wasm-unsafe-eval'/, ""),
    ["--page"],
  ],
  [
    "head-session",
    "warning",
    "the page does not preload the session",
    inPage(/<link [^>]*session">/, ""),
    ["--page"],
  ],
  [
    "head-session-crossorigin",
    "warning",
    "the session is preloaded without credentials",
    inPage(/="use-credentials"/, ""),
    ["--page"],
  ],
  [
    "head-module",
    "warning",
    "the page does not preload the module",
    inPage(/<link [^>]*index.js">/, ""),
    ["--page"],
  ],
  [
    "head-wasm",
    "warning",
    "the page does not preload the WebAssembly",
    inPage(/<link [^>]*\.wasm">/, ""),
    ["--page"],
  ],
  [
    "head-wasm-crossorigin",
    "warning",
    "the WebAssembly is preloaded with credentials",
    inPage(/crossorigin fetchp/, "crossorigin='use-credentials' fetchp"),
    ["--page"],
  ],
  [
    "entry-type",
    "wrong",
    "the module is sent as text",
    atPath(ENTRY, withHeader("content-type", "text/plain")),
    ["--page"],
  ],
  [
    "entry-compression",
    "warning",
    "the module is not compressed",
    atPath(ENTRY, (answer) => {
      answer.headers["content-encoding"] = undefined;
      answer.body = readFileSync(new URL("../../pkg/index.js", import.meta.url));
    }),
    ["--page"],
  ],
  [
    "wasm",
    "wrong",
    "the server sends a page in place of the WebAssembly",
    atPath(WASM, (answer) => {
      answer.headers["content-encoding"] = undefined;
      withHtml()(answer);
    }),
    ["--page"],
  ],
  [
    "wasm-type",
    "wrong",
    "the WebAssembly is sent as HTML",
    atPath(WASM, withHeader("content-type", "text/html")),
    ["--page"],
  ],
  [
    "wasm-type",
    "warning",
    "the WebAssembly is sent as an octet stream",
    atPath(WASM, withHeader("content-type", "application/octet-stream")),
    ["--page"],
  ],
  [
    "wasm-compression",
    "warning",
    "the WebAssembly is not compressed",
    atPath(WASM, uncompressedWasm),
    ["--page"],
  ],
];

/** The findings that no changed answer causes: `check.test.mjs` tests them. */
const IN_CHECK_TEST = ["unreachable", "not-https", "cookie-secure", "wasm-cors", "cookie-alone"];

describe("A fault of a deployment, or of a page", { concurrency: 2 }, () => {
  let deployment;
  before(async () => {
    deployment = await startDeployment({
      site: "demo",
      flags: ["--allowed-origin", APP, "--bearer", "cookie"],
    });
  });
  after(() => deployment?.stop());

  for (const [code, result, fault, change, options = [], env = {}] of FAULTS) {
    it(`${fault}: ${code}, ${result}`, async () => {
      const relay = await startRelay(deployment, change);
      try {
        const args = options.includes("--page") ? ["--page", `${relay.origin}/`] : options;
        const report = await reportOf([relay.origin, ...args], { env: environmentOf("ada", env) });
        assert.equal(problemsIn(report)[code], result, report.stdout);
        const finding = report.findings.find((it) => it.code === code && it.result === result);
        assert.match(finding.says, /^[A-Z].*[.:].*$/);
        assert.match(finding.advice, /^[A-Z].*\.$/);
        const isWrong = Object.values(problemsIn(report)).includes("wrong");
        assert.deepEqual([report.status, report.works], [isWrong ? 1 : 0, !isWrong]);
        if (result === "wrong") assert.ok(isWrong);
      } finally {
        await relay.stop();
      }
    });
  }

  it("has a test for every code that a check can report", () => {
    const folder = fileURLToPath(new URL("../../pkg/command/checks/", import.meta.url));
    const code = readdirSync(folder)
      .map((name) => readFileSync(folder + name, "utf8"))
      .join("\n");
    const codes = [...code.matchAll(/\b(?:wrong|warning)\(\s*"([a-z-]+)"/g)].map((match) => match[1]);
    assert.ok(codes.length > 40);
    const tested = new Set([...FAULTS.map(([each]) => each), ...IN_CHECK_TEST]);
    assert.deepEqual(
      [...new Set(codes)].filter((each) => !tested.has(each)),
      [],
    );
  });
});
