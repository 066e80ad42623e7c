// No session of the command outlives it, however it ends; and a terminal obeys nothing that a deployment says.

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
import { startSpoiled } from "./support/spoiled.mjs";

const ROLES = "/api/roles";
/** How long a signal, or the end of a pipe, takes to arrive, at most. */
const ARRIVAL_MS = 500;

let deployment;
before(async () => (deployment = await startDeployment({ site: "bare" })));
after(() => deployment?.stop());

let folder;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "signing-out-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a command against the deployment. `change` may spoil its answers, and is given the process, too. */
async function run(command, change) {
  let child;
  const relay = await startSpoiled(deployment, (answer, request) => change(answer, request, child));
  try {
    const started = (it) => (child = it);
    const options = { account: "ada", cwd: folder, started };
    const ended = await platformSession([command, relay.origin], options);
    return { ...ended, requests: relay.requests.map(({ path }) => path) };
  } finally {
    await relay.stop();
  }
}

/** Changes the body of one endpoint's answer. */
const bodyOf = (path, edit) => (answer, request) => {
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

  it("where the reader of its output ends first", async () => {
    const { status, stderr, requests } = await run("check", async (_, { path }, child) => {
      if (path !== LOGIN) return;
      child.stdout.destroy();
      await sleep(ARRIVAL_MS);
    });
    assert.deepEqual([status, stderr], [130, ""]);
    assert.equal(requests.at(-1), LOGOUT);
  });

  const withToken = (token) => bodyOf(LOGIN, (body) => (body.access_token = token));

  it("where the token cannot be sent in a header, by the cookie, and says so", async () => {
    const check = await run("check", withToken("a\nb"));
    assert.deepEqual([check.status, check.stderr], [0, ""]);
    assert.match(check.stdout, /The token has characters that no bearer header can carry/);
    assert.match(check.stdout, /The sign-out is confirmed/);
    const types = await run("types", withToken("a\nb"));
    assert.equal(types.status, 1);
    assert.match(types.stderr, /^Nothing was written: the token cannot be sent in a header\./);
    assert.equal(types.requests.at(-1), LOGOUT);
  });
});

describe("A name with characters that a terminal obeys", () => {
  const NAME = "x\u001b[2J\u202e\r\n\u0007y";
  const OBEYED = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u;

  it("is shown without them by check", async () => {
    const { stdout } = await run(
      "check",
      bodyOf(LOGIN, ({ user }) => (user.userType = NAME)),
    );
    assert.match(stdout, /with the role "x\?\[2J\?{4}y"/);
    assert.doesNotMatch(stdout, OBEYED);
  });

  it("is shown without them by types, and is whole in the file, where they are written out", async () => {
    const { status, stdout } = await run(
      "types",
      bodyOf(SESSION, ({ user }) => {
        if (!user) return;
        user.userType = NAME;
        user.permissions[NAME] = { enabled: true, limit: null };
      }),
    );
    assert.equal(status, 0);
    assert.match(stdout, /the roles "x\?\[2J\?{4}y"/);
    assert.doesNotMatch(stdout, OBEYED);
    const text = readFileSync(join(folder, "platform-session.d.ts"), "utf8");
    assert.doesNotMatch(text, OBEYED);
    const { features, roles } = namesIn(text);
    assert.ok(features.includes(NAME) && roles.includes(NAME));
  });
});
