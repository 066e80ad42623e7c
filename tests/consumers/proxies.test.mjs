// The development servers of docs/deploying.md and docs/angular.md, each with the lines shown there: they serve an app and the deployment from
// one address.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { credentialsOf } from "../e2e/support/accounts.mjs";
import { codeOf } from "../e2e/support/documents.mjs";
import { SESSION } from "../e2e/support/identity-api.mjs";
import { startDeployment } from "../e2e/support/platform.mjs";
import { freePort } from "../e2e/support/ports.mjs";
import { test } from "../e2e/support/scenario.mjs";
import { folderOf } from "./support/bundlers.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples, frameworks } from "./support/places.mjs";
import { linkPackages } from "./support/served-app.mjs";
import { startServer } from "./support/server-of-an-app.mjs";

const GUIDE = "docs/deploying.md";
const DEPLOYMENT = "http://127.0.0.1:8787";
/** Angular's server listens only after it has built the app. */
const START_MS = 150_000;

const portArguments = (port) => ["--port", String(port)];

/** Functions that write the files of a tool's server, with the guide's lines, and return how to start it: `cwd`, `env` and `arguments(port)`. */
const TOOLS = {
  Vite(deployment) {
    const cwd = folderOf("proxy of Vite");
    const lines = linesWith("vite");
    writeFileSync(`${cwd}index.html`, "<!doctype html><title>app</title>");
    writeFileSync(`${cwd}vite.config.js`, withOrigin(deployment, lines));
    return {
      cwd,
      arguments: (port) => [`${frameworks}vite/bin/vite.js`, "--host", "127.0.0.1", ...portArguments(port)],
    };
  },
  Angular(deployment) {
    linkPackages("angular");
    const ng = [`${frameworks}@angular/cli/bin/ng.js`, "serve", "--host", "127.0.0.1"];
    return {
      cwd: `${examples}angular/`,
      env: { PLATFORM_ORIGIN: deployment },
      arguments: (port) => [...ng, ...portArguments(port)],
    };
  },
  Next(deployment) {
    const cwd = folderOf("proxy of Next");
    const lines = linesWith("rewrites");
    mkdirSync(`${cwd}pages`);
    writeFileSync(`${cwd}pages/index.js`, "export default () => 'app';\n");
    writeFileSync(`${cwd}next.config.mjs`, lines);
    return {
      cwd,
      env: { NEXT_TELEMETRY_DISABLED: "1", PLATFORM_ORIGIN: deployment },
      arguments: (port) => [
        `${frameworks}next/dist/bin/next`,
        ...["dev", "--hostname", "127.0.0.1"],
        ...portArguments(port),
      ],
    };
  },
};

/** Returns the guide's block of code that has this word. */
const linesWith = (word) => codeOf(GUIDE, "js").find((code) => code.includes(word));

/** Replaces the deployment's origin in the guide's lines. */
function withOrigin(deployment, lines) {
  assert.ok(lines.includes(DEPLOYMENT));
  return lines.replaceAll(DEPLOYMENT, deployment);
}

for (const [name, prepare] of Object.entries(TOOLS)) {
  test(`${name}'s server forwards sign-ins, sessions and the APIs by the guide's lines`, async () => {
    await installConsumers();
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const flags = ["--origin", origin, "--allowed-origin", origin, "--bearer", "cookie"];
    const deployment = await startDeployment({ site: "bare", flags });
    try {
      const { cwd, env, arguments: commandArguments } = prepare(deployment.origin);
      const server = await startServer(commandArguments, { cwd, env, port, startMs: START_MS });
      try {
        await assertForwards(server);
        // Angular's server allows pages of all ports of this machine, as docs/deploying.md says.
        if (name !== "Angular") await assertAllowsNoOtherPage(server);
        await assertForwardsNothingElse(server, deployment.control);
      } finally {
        await server.stop();
      }
    } finally {
      await deployment.stop();
    }
  });
}

async function assertForwards({ origin }) {
  const { status } = await fetch(`${origin}/`);
  assert.equal(status, 200, "the app is served");
  const before = await fetch(origin + SESSION);
  assert.deepEqual(await before.json(), { authenticated: false });

  const signedIn = await fetch(`${origin}/api/auth/login`, {
    method: "POST",
    // A browser sends this header.
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify(credentialsOf("ada")),
  });
  assert.equal(signedIn.status, 200);
  const cookie = signedIn.headers.getSetCookie()[0].split(";")[0];
  const session = await fetch(origin + SESSION, { headers: { cookie } });
  assert.equal((await session.json()).user.email, "ada@example.com");
  for (const path of ["/agent-hub-api/api/agent/list", "/networks-api/x", "/data-api/x"]) {
    const answer = await fetch(origin + path, { headers: { cookie } });
    assert.match(answer.headers.get("content-type"), /json/, path);
    assert.notEqual(answer.status, 401, path);
  }
}

/** Checks that the proxy allows no page of another port: such a page is of the same site, and so its requests have the cookie. */
async function assertAllowsNoOtherPage({ origin }) {
  const answer = await fetch(origin + SESSION, { headers: { origin: "http://localhost:9999" } });
  assert.equal(answer.headers.get("access-control-allow-origin"), null);
}

/** Checks that paths which `session.fetch` refuses are not forwarded. */
async function assertForwardsNothingElse({ origin }, control) {
  await control.clearLog();
  for (const path of ["/hub-api/x", "/apiary/x", "/x/api/auth/session"]) await fetch(origin + path);
  // `everything()` lists all requests, whatever their path.
  assert.deepEqual(await control.everything(), []);
}
