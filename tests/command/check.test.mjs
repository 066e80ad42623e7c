// `platform-session check` on a deployment without a fault, and on addresses without a deployment.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { after, before, describe, it } from "node:test";
import { cookieFindings } from "../../pkg/command/checks/cookie.ts";
import { files } from "../../pkg/command/checks/files.ts";
import { reachable } from "../../pkg/command/checks/reachable.ts";
import { PASSWORD } from "../e2e/support/accounts.mjs";
import { LOGIN, LOGOUT, SESSION } from "../e2e/support/identity-api.mjs";
import { startDeployment } from "../e2e/support/platform.mjs";
import { freePort } from "../e2e/support/ports.mjs";
import { deploymentFlags } from "../provider/deployment-flags.mjs";
import { startProvider } from "../provider/provider.mjs";
import { platformSession, problemsIn, reportOf } from "./support/command.mjs";
import { startRelay } from "./support/spoiled.mjs";

const APP = "http://app.localhost:5173";

describe("check, on a deployment without a fault", () => {
  let deployment;
  before(async () => {
    const flags = ["--allowed-origin", APP, "--bearer", "cookie"];
    deployment = await startDeployment({ site: "demo", flags });
  });
  after(() => deployment?.stop());

  it("finds no problem in the APIs or the page", async () => {
    const report = await reportOf([deployment.origin, "--page", `${deployment.origin}/`], { account: "ada" });
    assert.deepEqual(problemsIn(report), {});
    assert.deepEqual([report.status, report.works, report.from], [0, true, null]);
    const codes = report.findings.map(({ code }) => code);
    for (const code of [
      "session-answer",
      "sign-in",
      "cookie-path",
      "roles",
      "sign-out-cookie",
      "policy-wasm",
      "wasm",
    ])
      assert.ok(
        codes.some((each) => each.startsWith(code)),
        code,
      );
  });

  it("with --from, checks for a page of another origin, and warns that the cookie is not sent from another site", async () => {
    const report = await reportOf([deployment.origin, "--from", APP], { account: "grace" });
    assert.deepEqual(problemsIn(report), { "cookie-other-site": "warning" });
    assert.deepEqual([report.status, report.from], [0, APP]);
  });

  it("prints its report as text, with a warning where the APIs do not accept the cookie alone", async () => {
    const strict = await startDeployment({ site: "bare", flags: ["--bearer", "strict"] });
    try {
      const { stdout, stderr, status } = await platformSession(["check", strict.origin], { account: "ada" });
      assert.deepEqual([status, stderr], [0, ""]);
      assert.match(stdout, /^http:\/\/127\.0\.0\.1:\d+\n\nok {7}The deployment answers\.\n/);
      assert.match(stdout, /\nwarning {2}The APIs want the token.*\n {9}.* \[cookie-alone\]\n/);
      assert.match(stdout, /\n\nNothing is wrong in what was looked at, 1 warning\.\n$/);
    } finally {
      await strict.stop();
    }
  });

  it("ends each session that it began, and prints no secret", async () => {
    const relay = await startRelay(deployment);
    try {
      const textRun = await platformSession(["check", relay.origin], { account: "ada" });
      const jsonRun = await reportOf([relay.origin], { account: "ada" });
      assert.equal(relay.requests.filter(({ path }) => path === LOGIN).length, 2);
      assert.equal(relay.requests.filter(({ path }) => path === LOGOUT).length, 2);
      const values = relay.cookies.map((text) => /=([^;]*)/.exec(text)[1]).filter(Boolean);
      assert.equal(values.length, 2);
      for (const value of values) {
        const response = await fetch(deployment.origin + SESSION, {
          headers: { authorization: `Bearer ${value}` },
        });
        assert.deepEqual(await response.json(), { authenticated: false });
      }
      const printed = textRun.stdout + textRun.stderr + jsonRun.stdout;
      for (const secret of [PASSWORD, "ada@example.com", ...values]) assert.ok(!printed.includes(secret));
    } finally {
      await relay.stop();
    }
  });

  it("without an account, does not sign in, and lists what it did not check", async () => {
    const relay = await startRelay(deployment);
    try {
      const report = await reportOf([relay.origin]);
      assert.deepEqual([report.status, problemsIn(report)], [0, {}]);
      const unchecked = report.findings.filter(({ result }) => result === "unchecked");
      assert.deepEqual(
        unchecked.map(({ code }) => code),
        ["no-account", "no-page"],
      );
      assert.equal(
        relay.requests.some(({ path }) => path === LOGIN),
        false,
      );
    } finally {
      await relay.stop();
    }
  });
});

describe("check, with single sign-on", () => {
  it("names the host where single sign-on begins", async () => {
    const provider = await startProvider({});
    const idp = await deploymentFlags(provider);
    const deployment = await startDeployment({ site: "bare", flags: idp.flags });
    try {
      const { findings } = await reportOf([deployment.origin]);
      const { says, result } = findings.find(({ code }) => code === "sso-start");
      assert.deepEqual(
        [result, /^It begins at (?:localhost|127\.0\.0\.1):\d+\.$/.test(says)],
        ["right", true],
        says,
      );
    } finally {
      await Promise.all([deployment.stop(), provider.stop(), idp.remove()]);
    }
  });
});

describe("check, of an address without a deployment", () => {
  it("where nothing listens, says only that", async () => {
    const report = await reportOf([`http://127.0.0.1:${await freePort()}`], { account: "ada" });
    assert.deepEqual([report.status, problemsIn(report)], [1, { unreachable: "wrong" }]);
    assert.match(report.findings[0].says, /refuses the connection/);
  });

  it("says where a host name has no address", async () => {
    const report = await reportOf(["http://no-such-host.invalid"]);
    assert.deepEqual(problemsIn(report), { unreachable: "wrong" });
    assert.match(report.findings[0].says, /has no address/);
  });

  // The columns: what the server does, its answer, the time limit in seconds, and the message. The limit is long where the server
  // answers at once.
  for (const [what, answer, timeout, says] of [
    ["does not answer", () => {}, "0.5", /does not answer within 0\.5 s/],
    ["does not speak HTTP", (socket) => socket.end("220 mail ready\r\n"), "30", /does not speak HTTP/],
    [
      "closes the connection in the middle of its answer",
      (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"),
      "30",
      /closes the connection before/,
    ],
  ])
    it(`ends where the server ${what}`, async () => {
      const server = createServer((socket) =>
        socket.on("error", () => {}).once("data", () => answer(socket)),
      );
      await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
      const sockets = new Set();
      server.on("connection", (socket) => sockets.add(socket));
      try {
        const report = await reportOf([`http://127.0.0.1:${server.address().port}`, "--timeout", timeout]);
        assert.deepEqual([report.status, problemsIn(report)], [1, { unreachable: "wrong" }]);
        assert.match(report.findings[0].says, says);
      } finally {
        for (const socket of sockets) socket.destroy();
        await new Promise((resolve) => server.close(resolve));
      }
    });
});

describe("The guide to the command", () => {
  it("shows an output whose texts are those of the checks", () => {
    const guide = readFileSync(new URL("../../docs/command.md", import.meta.url), "utf8");
    const [, shown] = /```console\n\$ npx platform-session check .*\n([\s\S]*?)```/.exec(guide);
    const folder = new URL("../../pkg/command/checks/", import.meta.url);
    const checks = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
    const lines = shown.trimEnd().split("\n");
    assert.equal(lines.length, 5);
    for (const line of lines) {
      const [, says] = /^(?:ok|warning|WRONG|) +(.*?)(?: \[[a-z-]+\])?$/.exec(line);
      assert.ok(
        checks.some((code) => code.includes(says)),
        says,
      );
    }
  });
});

describe("check, for faults that no relay can cause", () => {
  const problemsOf = async (findings) => {
    const listed = [];
    for await (const finding of findings) listed.push(finding);
    return problemsIn({ findings: listed });
  };

  it("for a page of an origin that the deployment does not allow, says that the page's server may forward the APIs", async () => {
    const deployment = await startDeployment({ site: "bare" });
    try {
      const { stdout } = await platformSession(["check", deployment.origin, "--page", `${APP}/`]);
      assert.match(
        stdout,
        /does not allow pages of http:\/\/app\.localhost:5173\.\n.* Or, where http:\/\/app\.localhost:5173 itself forwards the APIs, check that origin\. \[cors-origin\]/,
      );
    } finally {
      await deployment.stop();
    }
  });

  it("warns of http, but not for this machine", async () => {
    const problemsAt = (origin) => problemsOf(reachable({ origin, ask: async () => ({}) }));
    assert.deepEqual(await problemsAt("http://portal.example"), { "not-https": "warning" });
    for (const origin of ["https://portal.example", "http://127.0.0.1:8787", "http://localhost"])
      assert.deepEqual(await problemsAt(origin), {}, origin);
  });

  it("warns of a cookie without Secure where the deployment uses https", async () => {
    const attributes = new Map([
      ["httponly", ""],
      ["samesite", "Lax"],
      ["path", "/"],
    ]);
    const origin = "https://portal.example";
    const found = cookieFindings({ name: "s", value: "", attributes }, { origin, from: origin });
    assert.deepEqual(await problemsOf(found), { "cookie-secure": "warning" });
  });

  it("names a WebAssembly file of another origin that the page may not read", async () => {
    const headers = new Headers({ "content-type": "application/wasm" });
    const answer = { status: 200, headers, body: new Uint8Array([0, 0x61, 0x73, 0x6d]) };
    const wasm = new URL("https://cdn.example/platform_session_bg.wasm");
    const page = { address: new URL("https://portal.example/") };
    const opened = { page, files: { entry: undefined, wasm }, deployment: { get: async () => answer } };
    assert.deepEqual(await problemsOf(files(opened)), { "wasm-cors": "wrong" });
    headers.set("access-control-allow-origin", "*");
    assert.deepEqual(await problemsOf(files(opened)), {});
  });
});
