// The server of docs/server.md, run by Bun and by Deno, with its pages taken over in Chromium.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { credentialsOf } from "../e2e/support/accounts.mjs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples, frameworks } from "./support/places.mjs";
import { assertSeen } from "./support/seen.mjs";
import { startServer } from "./support/server-of-an-app.mjs";

const PERMISSIONS = ["--allow-net", "--allow-read", "--allow-env"];
const addressArguments = (port) => ["--host", "127.0.0.1", "--port", String(port)];

/** `folder`: the scope with a package for each kind of machine, of which npm installs the right one. `program`: its path in that package. */
const RUNTIMES = {
  "Bun, on a server": { folder: "@oven", program: "bin/bun", commandArguments: () => ["fetch.mjs"] },
  "Deno, on a server": {
    folder: "@deno",
    program: "deno",
    commandArguments: (port) => [
      "serve",
      "--no-lock",
      "--cached-only",
      ...PERMISSIONS,
      ...addressArguments(port),
      "fetch.mjs",
    ],
  },
};

test.beforeAll(installConsumers);

for (const [name, { folder, program, commandArguments }] of Object.entries(RUNTIMES)) {
  test(
    `${name}: a page is rendered with its user's gates open, and closes them at the sign-out`,
    scenario(async (given) => {
      const { context, watch, another } = given;
      const deployment = await another("bare", ["--bearer", "cookie"]);
      const [installed] = readdirSync(frameworks + folder);
      const server = await startServer(commandArguments, {
        program: `${frameworks}${folder}/${installed}/${program}`,
        cwd: `${examples}server`,
        env: { PLATFORM_ORIGIN: deployment.origin, DENO_NO_UPDATE_CHECK: "1" },
      });
      try {
        assert.match(await (await fetch(server.origin)).text(), /no-session/);
        const signedIn = await context.request.post(`${server.origin}/api/auth/login`, {
          data: credentialsOf("grace"),
        });
        assert.equal(signedIn.status(), 200);
        const rendered = await context.request.get(server.origin);
        assert.equal(rendered.headers()["cache-control"], "private, no-store");
        const html = await rendered.text();
        assert.match(html, /<button id="chat" >/);
        const [{ value }] = await context.cookies();
        assert.ok(value.length > 20 && !html.includes(value));

        const page = await context.newPage();
        await page.goto(server.origin);
        await page.evaluate(() => session.ready.then(() => {}));
        assert.equal(await page.getByText("Signed in as Grace Hopper").isVisible(), true);
        await page.evaluate(() => session.logout());
        await page.getByText("signed-out").waitFor();
        assert.equal(await page.getByRole("button", { name: "Chat" }).isVisible(), false);
        assertSeen(name, {
          wasm: watch.urls.some((url) => new URL(url).pathname.endsWith(".wasm")),
          policy: "",
        });
      } finally {
        await server.stop();
      }
    }),
  );
}
