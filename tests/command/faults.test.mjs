// Every fault that `check` names, planted once: a deployment that is right, with one thing changed on the way.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { LOGIN, LOGOUT, PERMISSIONS, ROLES, SESSION, SSO_CONFIG } from "../e2e/support/identity-api.mjs";
import { startDeployment } from "../e2e/support/platform.mjs";
import { amissIn, checked, environmentOf } from "./support/command.mjs";
import { startSpoiled } from "./support/spoiled.mjs";

const APP = "http://app.localhost:5173";
const FROM_APP = ["--from", APP];
const JSON_TYPE = { "content-type": "application/json" };

/** The change to the answers to one path, or to one method of it. */
const at = (path, edit, method) => (answer, request) =>
  request.path === path && (!method || request.method === method) ? edit(answer, request) : undefined;
const header = (name, value) => (answer) => {
  answer.headers[name] = value;
};
const body =
  (value, status = 200) =>
  (answer) => {
    Object.assign(answer, { status, body: Buffer.from(JSON.stringify(value)) });
    Object.assign(answer.headers, JSON_TYPE);
  };
const html =
  (status = 200) =>
  (answer) => {
    Object.assign(answer, { status, body: Buffer.from("<!doctype html><title>app</title>") });
    answer.headers["content-type"] = "text/html";
  };
/** The cookie, with some of its text replaced. */
const cookie = (pattern, by) =>
  at(LOGIN, ({ headers }) => {
    headers["set-cookie"] = headers["set-cookie"]?.map((text) => text.replace(pattern, by));
  });
const all = (edit) => (answer) => edit(answer);
const withToken = (edit) => (answer, request) =>
  request.headers.authorization ? edit(answer, request) : undefined;
const preflight =
  (edit) =>
  (answer, { method }) =>
    method === "OPTIONS" ? edit(answer) : undefined;

/** The page's HTML, with some of its text replaced. */
const inPage = (pattern, by) =>
  at("/", (answer) => {
    const text = answer.body.toString();
    assert.match(text, pattern);
    answer.body = Buffer.from(text.replace(pattern, by));
  });
/** Both policies: that of the header, and the demo's own. */
const inPolicies = (pattern, by) =>
  at("/", (answer) => {
    const change = (text) => text.replace(pattern, by);
    answer.headers["content-security-policy"] = change(answer.headers["content-security-policy"]);
    answer.body = Buffer.from(change(answer.body.toString()));
  });
const ENTRY = "/pkg/index.js";
const WASM = "/pkg/wasm/platform_session_bg.wasm";
const uncompressed = (answer, { headers }) => {
  assert.match(headers["accept-encoding"], /br/);
  return plainly(answer);
};
/** The file as it lies on the disk. */
const plainly = (answer) => {
  answer.headers["content-encoding"] = undefined;
  answer.body = readFileSync(new URL("../../pkg/wasm/platform_session_bg.wasm", import.meta.url));
};

/** The faults, by the finding's code and its gravity: what is changed, and the options with which the command is called. */
const FAULTS = [
  ["session-answer", "wrong", "HTML comes in place of the session", at(SESSION, html())],
  ["session-answer", "wrong", "the session read is led elsewhere", at(SESSION, html(302))],
  [
    "session-shared",
    "wrong",
    "caches may share it",
    at(SESSION, header("cache-control", "public, max-age=60")),
  ],
  ["session-shared", "wrong", "a cache answers", at(SESSION, header("age", "7"))],
  ["session-no-store", "warning", "it says nothing of caches", at(SESSION, header("cache-control"))],
  ["session-date", "warning", "it has no Date", at(SESSION, header("date"))],
  ["unauthorized", "wrong", "a gateway leads to a sign-in page", at(ROLES, html(302))],
  ["no-roles", "warning", "there is no catalogue", at(ROLES, body({}, 404))],
  ["no-answer", "wrong", "the catalogue never answers", at(ROLES, () => false), ["--timeout", "1"]],
  ["cors-origin", "wrong", "no origin is allowed", all(header("access-control-allow-origin")), FROM_APP],
  ["cors-star", "wrong", "* is allowed", all(header("access-control-allow-origin", "*")), FROM_APP],
  [
    "cors-credentials",
    "wrong",
    "the cookie is not",
    all(header("access-control-allow-credentials")),
    FROM_APP,
  ],
  ["cors-preflight-status", "wrong", "OPTIONS wants a token", preflight(body({}, 401)), FROM_APP],
  [
    "cors-preflight",
    "wrong",
    "OPTIONS allows no origin",
    preflight(header("access-control-allow-origin")),
    FROM_APP,
  ],
  [
    "cors-headers",
    "wrong",
    "headers are allowed by *",
    preflight(header("access-control-allow-headers", "*")),
    FROM_APP,
  ],
  [
    "cors-expose",
    "warning",
    "Date may not be read",
    all(header("access-control-expose-headers", "retry-after")),
    FROM_APP,
  ],
  [
    "cors-anyone",
    "wrong",
    "what the request says is allowed",
    ({ headers }, request) => {
      headers["access-control-allow-origin"] = request.headers.origin;
      headers["access-control-allow-credentials"] = "true";
    },
    FROM_APP,
  ],
  [
    "cors-anyone",
    "wrong",
    "what the request says is allowed, beside a page of its own",
    ({ headers }, request) => {
      headers["access-control-allow-origin"] = request.headers.origin;
      headers["access-control-allow-credentials"] = "true";
    },
  ],
  ["sso-config", "warning", "there is no configuration", at(SSO_CONFIG, body({}, 404))],
  ["sso-config", "wrong", "the button has no label", at(SSO_CONFIG, body({ enabled: true }))],
  [
    "sso-start",
    "wrong",
    "it is on, and does not begin",
    at(SSO_CONFIG, body({ enabled: true, buttonLabel: "Go" })),
  ],
  ["sign-in-refused", "wrong", "the password is wrong", () => {}, [], { PLATFORM_PASSWORD: "wrong horse" }],
  ["sign-in-forbidden", "wrong", "the account is deactivated", () => {}, [], environmentOf("mallory")],
  ["sign-in-answer", "wrong", "it gives no token", at(LOGIN, body({ success: true }))],
  [
    "token",
    "warning",
    "no header can carry the token",
    at(LOGIN, (answer) => {
      const sent = JSON.parse(answer.body);
      body({ ...sent, access_token: "a b" })(answer);
    }),
  ],
  ["cookie", "wrong", "a proxy takes the cookie away", at(LOGIN, header("set-cookie"))],
  ["cookie-http-only", "wrong", "scripts may read it", cookie(/; *HttpOnly/i, "")],
  ["cookie-secure-by-http", "warning", "it is Secure by http", cookie(/$/, "; Secure")],
  ["cookie-same-site-none", "wrong", "None comes without Secure", cookie(/SameSite=Lax/i, "SameSite=None")],
  ["cookie-same-site", "warning", "it does not say SameSite", cookie(/; *SameSite=Lax/i, "")],
  ["cookie-other-site", "warning", "the page is on another site", () => {}, FROM_APP],
  ["cookie-domain", "wrong", "its Domain is another", cookie(/$/, "; Domain=portal.example")],
  ["cookie-path", "wrong", "its Path is another", cookie(/Path=[^;]*/i, "Path=/portal")],
  ["cookie-path", "warning", "its Path has one API", cookie(/Path=[^;]*/i, "Path=/api")],
  [
    "session-by-token",
    "wrong",
    "the token does not pass",
    withToken(at(SESSION, body({ authenticated: false }))),
  ],
  ["permissions", "wrong", "they are of another shape", at(PERMISSIONS, body({ success: true, data: [] }))],
  ["permissions", "warning", "there is no such endpoint", at(PERMISSIONS, body({}, 404))],
  [
    "roles",
    "wrong",
    "a rank is no number",
    withToken(at(ROLES, body({ success: true, roles: [{ rank: "9" }] }))),
  ],
  ["sign-out", "wrong", "it wants a token", at(LOGOUT, body({}, 401))],
  ["sign-out", "wrong", "it never answers", at(LOGOUT, () => false), ["--timeout", "1"]],
  ["sign-out-cookie", "wrong", "the cookie is not cleared", at(LOGOUT, header("set-cookie"))],
  [
    "sign-out-cookie",
    "wrong",
    "a cookie of another Path is cleared",
    at(LOGOUT, ({ headers }) => {
      headers["set-cookie"] = headers["set-cookie"].map((text) => text.replace(/Path=[^;]*/i, "Path=/api"));
    }),
  ],
  ["page", "wrong", "there is no page", at("/", html(404)), ["--page"]],
  [
    "policy",
    "warning",
    "it has no policy",
    at("/", (answer) => {
      header("content-security-policy")(answer);
      answer.body = Buffer.from(answer.body.toString().replace(/<meta\s+http-equiv[^>]*>/, ""));
    }),
    ["--page"],
  ],
  [
    "policy-connect",
    "wrong",
    "no request may leave",
    inPolicies(/connect-src 'self'/, "connect-src 'none'"),
    ["--page"],
  ],
  [
    "policy-wasm-file",
    "wrong",
    "requests may go to the APIs alone",
    at("/", header("content-security-policy", "connect-src http://127.0.0.1:*/api/")),
    ["--page"],
  ],
  [
    "policy-script",
    "wrong",
    "scripts come from elsewhere",
    inPolicies(/script-src 'self'/, "script-src cdn.example"),
    ["--page"],
  ],
  ["policy-wasm", "warning", "no WebAssembly may run", inPolicies(/ 'wasm-unsafe-eval'/, ""), ["--page"]],
  ["head-session", "warning", "a line is not there", inPage(/<link [^>]*session">/, ""), ["--page"]],
  [
    "head-session-crossorigin",
    "warning",
    "it is not with credentials",
    inPage(/="use-credentials"/, ""),
    ["--page"],
  ],
  ["head-module", "warning", "a line is not there", inPage(/<link [^>]*index.js">/, ""), ["--page"]],
  ["head-wasm", "warning", "a line is not there", inPage(/<link [^>]*\.wasm">/, ""), ["--page"]],
  [
    "head-wasm-crossorigin",
    "warning",
    "it is with credentials",
    inPage(/crossorigin fetchp/, "crossorigin='use-credentials' fetchp"),
    ["--page"],
  ],
  [
    "entry-type",
    "wrong",
    "the module comes as text",
    at(ENTRY, header("content-type", "text/plain")),
    ["--page"],
  ],
  [
    "entry-compression",
    "warning",
    "the module is not compressed",
    at(ENTRY, (answer) => {
      answer.headers["content-encoding"] = undefined;
      answer.body = readFileSync(new URL("../../pkg/index.js", import.meta.url));
    }),
    ["--page"],
  ],
  [
    "wasm",
    "wrong",
    "the site's page comes in place of the file",
    at(WASM, (answer) => {
      answer.headers["content-encoding"] = undefined;
      html()(answer);
    }),
    ["--page"],
  ],
  ["wasm-type", "wrong", "it comes as HTML", at(WASM, header("content-type", "text/html")), ["--page"]],
  [
    "wasm-type",
    "warning",
    "it comes as bytes",
    at(WASM, header("content-type", "application/octet-stream")),
    ["--page"],
  ],
  ["wasm-compression", "warning", "it is not compressed", at(WASM, uncompressed), ["--page"]],
];

/** The findings that need more than a changed answer: `check.test.mjs` has them. */
const ELSEWHERE = ["unreachable", "not-https", "cookie-secure", "wasm-cors", "cookie-alone"];

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
      const spoiled = await startSpoiled(deployment, change);
      try {
        const given = options.includes("--page") ? ["--page", `${spoiled.origin}/`] : options;
        const report = await checked([spoiled.origin, ...given], { env: environmentOf("ada", env) });
        assert.equal(amissIn(report)[code], result, report.stdout);
        const finding = report.findings.find((it) => it.code === code && it.result === result);
        assert.match(finding.says, /^[A-Z].*[.:].*$/);
        assert.match(finding.advice, /^[A-Z].*\.$/);
        const isWrong = Object.values(amissIn(report)).includes("wrong");
        assert.deepEqual([report.status, report.works], [isWrong ? 1 : 0, !isWrong]);
        if (result === "wrong") assert.ok(isWrong);
      } finally {
        await spoiled.stop();
      }
    });
  }

  it("is planted for every code that a check has", () => {
    const folder = fileURLToPath(new URL("../../pkg/command/checks/", import.meta.url));
    const code = readdirSync(folder)
      .map((name) => readFileSync(folder + name, "utf8"))
      .join("\n");
    const named = [...code.matchAll(/\b(?:wrong|warning)\(\s*"([a-z-]+)"/g)].map((match) => match[1]);
    assert.ok(named.length > 40);
    const planted = new Set([...FAULTS.map(([each]) => each), ...ELSEWHERE]);
    assert.deepEqual(
      [...new Set(named)].filter((each) => !planted.has(each)),
      [],
    );
  });
});
