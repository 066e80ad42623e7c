// The command ends its session however it is stopped, and prints no control character that a deployment sends.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { namesIn } from "../../pkg/command/declaration.ts";
import { LOGIN, LOGOUT, SESSION } from "../e2e/support/identity-api.mjs";
import { startDeployment } from "../e2e/support/platform.mjs";
import { platformSession } from "./support/command.mjs";
import { startRelay } from "./support/spoiled.mjs";

const ROLES = "/api/roles";
/** The longest time that a signal, or the end of a pipe, takes to arrive. */
const ARRIVAL_MS = 500;

let deployment;
before(async () => (deployment = await startDeployment({ site: "bare" })));
after(() => deployment?.stop());

let folder;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "signing-out-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a command behind a relay with a `change` that also gets the command's process. */
async function run(command, change) {
  let child;
  const relay = await startRelay(deployment, (answer, request) => change(answer, request, child));
  try {
    const onStart = (process) => (child = process);
    const options = { account: "ada", cwd: folder, onStart };
    const result = await platformSession([command, relay.origin], options);
    return { ...result, requests: relay.requests.map(({ path }) => path) };
  } finally {
    await relay.stop();
  }
}

/** Returns a change for the relay that edits the JSON body of one endpoint's answers. */
const inBodyOf = (path, edit) => (answer, request) => {
  if (request.path !== path || answer.status !== 200) return;
  const body = JSON.parse(answer.body);
  edit(body);
  answer.body = JSON.stringify(body);
};

describe("The command signs out", () => {
  for (const command of ["check", "types"])
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
      it(`where ${signal} ends ${command}`, async () => {
        const { status, requests } = await run(command, (_, { path, headers }, child) => {
          if (path !== ROLES || !headers.authorization) return undefined;
          child.kill(signal);
          return false;
        });
        assert.equal(status, 130);
        assert.equal(requests.at(-1), LOGOUT);
      });

  for (const command of ["check", "types"])
    it(`where ${command} is interrupted before the sign-in is answered`, async () => {
      const { status, requests } = await run(command, async (_, { path }, child) => {
        if (path !== LOGIN) return;
        child.kill("SIGTERM");
        await sleep(ARRIVAL_MS);
      });
      assert.equal(status, 130);
      assert.deepEqual(requests.slice(-2), [LOGIN, LOGOUT]);
    });

  it("where the reader of its output stops before the command ends", async () => {
    const { status, stderr, requests } = await run("check", async (_, { path }, child) => {
      if (path !== LOGIN) return;
      child.stdout.destroy();
      await sleep(ARRIVAL_MS);
    });
    assert.deepEqual([status, stderr], [130, ""]);
    assert.equal(requests.at(-1), LOGOUT);
  });

  const giveToken = (token) => inBodyOf(LOGIN, (body) => (body.access_token = token));

  it("with the cookie, where the token cannot be sent in a header, and reports that token", async () => {
    const check = await run("check", giveToken("a\nb"));
    assert.deepEqual([check.status, check.stderr], [0, ""]);
    assert.match(check.stdout, /The token has characters that no bearer header can carry/);
    assert.match(check.stdout, /The sign-out is confirmed/);
    const types = await run("types", giveToken("a\nb"));
    assert.equal(types.status, 1);
    assert.match(types.stderr, /^Nothing was written: the token cannot be sent in a header\./);
    assert.equal(types.requests.at(-1), LOGOUT);
  });
});

describe("A name with control characters", () => {
  const NAME = "x\u001b[2J\u202e\r\n\u0007y";
  /** Control characters but the line feed, and characters that change the layout of text. */
  const CONTROL_CHARACTERS = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u;

  it("is printed without them by check", async () => {
    const { stdout } = await run(
      "check",
      inBodyOf(LOGIN, ({ user }) => (user.userType = NAME)),
    );
    assert.match(stdout, /with the role "x\?\[2J\?{4}y"/);
    assert.doesNotMatch(stdout, CONTROL_CHARACTERS);
  });

  it("is printed without them by types, which writes them into its file as escapes", async () => {
    const { status, stdout } = await run(
      "types",
      inBodyOf(SESSION, ({ user }) => {
        if (!user) return;
        user.userType = NAME;
        user.permissions[NAME] = { enabled: true, limit: null };
      }),
    );
    assert.equal(status, 0);
    assert.match(stdout, /the roles "x\?\[2J\?{4}y"/);
    assert.doesNotMatch(stdout, CONTROL_CHARACTERS);
    const text = readFileSync(join(folder, "platform-session.d.ts"), "utf8");
    assert.doesNotMatch(text, CONTROL_CHARACTERS);
    const { features, roles } = namesIn(text);
    assert.ok(features.includes(NAME) && roles.includes(NAME));
  });
});
