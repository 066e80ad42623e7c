// `platform-session check`, on deployments that are as they should be, and on those that are not there.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { after, before, describe, it } from "node:test";
import { cookieFindings } from "../../pkg/command/checks/cookie.ts";
import { files } from "../../pkg/command/checks/files.ts";
import { reachable } from "../../pkg/command/checks/reachable.ts";
import { freePort } from "../bench/start-up/servers/port.mjs";
import { PASSWORD } from "../e2e/support/accounts.mjs";
import { LOGIN, LOGOUT, SESSION } from "../e2e/support/identity-api.mjs";
import { startDeployment } from "../e2e/support/platform.mjs";
import { deploymentFlags } from "../provider/deployment-flags.mjs";
import { startProvider } from "../provider/provider.mjs";
import { amissIn, checked, platformSession } from "./support/command.mjs";
import { startSpoiled } from "./support/spoiled.mjs";

const APP = "http://app.localhost:5173";

describe("check, on a deployment that is as it should be", () => {
  let deployment;
  before(async () => {
    const flags = ["--allowed-origin", APP, "--bearer", "cookie"];
    deployment = await startDeployment({ site: "demo", flags });
  });
  after(() => deployment?.stop());

  it("finds nothing amiss, of the APIs and of a page", async () => {
    const report = await checked([deployment.origin, "--page", `${deployment.origin}/`], { account: "ada" });
    assert.deepEqual(amissIn(report), {});
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

  it("is asked as a page of another origin asks it, and says what follows from the cookie", async () => {
    const report = await checked([deployment.origin, "--from", APP], { account: "grace" });
    assert.deepEqual(amissIn(report), { "cookie-other-site": "warning" });
    assert.deepEqual([report.status, report.from], [0, APP]);
  });

  it("says the same in words, and that the APIs want a token by the letter of the document", async () => {
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

  it("leaves no session behind, and says no secret", async () => {
    const relay = await startSpoiled(deployment);
    try {
      const inWords = await platformSession(["check", relay.origin], { account: "ada" });
      const asData = await checked([relay.origin], { account: "ada" });
      assert.equal(relay.requests.filter(({ path }) => path === LOGIN).length, 2);
      assert.equal(relay.requests.filter(({ path }) => path === LOGOUT).length, 2);
      const values = relay.cookies.map((text) => /=([^;]*)/.exec(text)[1]).filter(Boolean);
      assert.equal(values.length, 2);
      for (const value of values) {
        const asked = await fetch(deployment.origin + SESSION, {
          headers: { authorization: `Bearer ${value}` },
        });
        assert.deepEqual(await asked.json(), { authenticated: false });
      }
      const printed = inWords.stdout + inWords.stderr + asData.stdout;
      for (const secret of [PASSWORD, "ada@example.com", ...values]) assert.ok(!printed.includes(secret));
    } finally {
      await relay.stop();
    }
  });

  it("signs in nowhere without an account, and says so", async () => {
    const relay = await startSpoiled(deployment);
    try {
      const report = await checked([relay.origin]);
      assert.deepEqual([report.status, amissIn(report)], [0, {}]);
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
  it("says where it begins", async () => {
    const provider = await startProvider({});
    const idp = await deploymentFlags(provider);
    const deployment = await startDeployment({ site: "bare", flags: idp.flags });
    try {
      const { findings } = await checked([deployment.origin]);
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

describe("check, where no deployment is", () => {
  it("says that nothing listens, and nothing more", async () => {
    const report = await checked([`http://127.0.0.1:${await freePort()}`], { account: "ada" });
    assert.deepEqual([report.status, amissIn(report)], [1, { unreachable: "wrong" }]);
    assert.match(report.findings[0].says, /refuses the connection/);
  });

  it("says that a name has no address", async () => {
    const report = await checked(["http://no-such-host.invalid"]);
    assert.deepEqual(amissIn(report), { unreachable: "wrong" });
    assert.match(report.findings[0].says, /has no address/);
  });

  // What answers at once is not to meet the time limit, however busy the machine.
  for (const [what, answer, timeout, says] of [
    ["says nothing", () => {}, "0.5", /does not answer within 0\.5 s/],
    ["says no HTTP", (socket) => socket.end("220 mail ready\r\n"), "30", /does not speak HTTP/],
    [
      "stops in the middle",
      (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"),
      "30",
      /closes the connection before/,
    ],
  ])
    it(`ends where a server ${what}`, async () => {
      const server = createServer((socket) =>
        socket.on("error", () => {}).once("data", () => answer(socket)),
      );
      await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
      const sockets = new Set();
      server.on("connection", (socket) => sockets.add(socket));
      try {
        const report = await checked([`http://127.0.0.1:${server.address().port}`, "--timeout", timeout]);
        assert.deepEqual([report.status, amissIn(report)], [1, { unreachable: "wrong" }]);
        assert.match(report.findings[0].says, says);
      } finally {
        for (const socket of sockets) socket.destroy();
        await new Promise((resolve) => server.close(resolve));
      }
    });
});

describe("The guide to the command", () => {
  it("shows what the checks say", () => {
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

describe("What check says of what no relay can plant", () => {
  const all = async (findings) => {
    const listed = [];
    for await (const finding of findings) listed.push(finding);
    return amissIn({ findings: listed });
  };

  it("a page with a server that forwards the APIs is to be checked at its own origin", async () => {
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

  it("an address by http that is not of this machine is named", async () => {
    const at = (origin) => all(reachable({ origin, ask: async () => ({}) }));
    assert.deepEqual(await at("http://portal.example"), { "not-https": "warning" });
    for (const origin of ["https://portal.example", "http://127.0.0.1:8787", "http://localhost"])
      assert.deepEqual(await at(origin), {}, origin);
  });

  it("a cookie that is not Secure by https is named", async () => {
    const attributes = new Map([
      ["httponly", ""],
      ["samesite", "Lax"],
      ["path", "/"],
    ]);
    const origin = "https://portal.example";
    const found = cookieFindings({ name: "s", value: "", attributes }, { origin, from: origin });
    assert.deepEqual(await all(found), { "cookie-secure": "warning" });
  });

  it("a WebAssembly of another origin that the page may not read is named", async () => {
    const headers = new Headers({ "content-type": "application/wasm" });
    const answer = { status: 200, headers, body: new Uint8Array([0, 0x61, 0x73, 0x6d]) };
    const wasm = new URL("https://cdn.example/platform_session_bg.wasm");
    const page = { address: new URL("https://portal.example/") };
    const opened = { page, files: { entry: undefined, wasm }, deployment: { get: async () => answer } };
    assert.deepEqual(await all(files(opened)), { "wasm-cors": "wrong" });
    headers.set("access-control-allow-origin", "*");
    assert.deepEqual(await all(files(opened)), {});
  });
});
