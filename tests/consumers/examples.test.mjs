// The examples as their one command starts them: the command itself, and the server of those that no tool builds. How the
// servers of the frameworks pass the deployment's paths on, `proxies.test.mjs` tests.

import assert from "node:assert/strict";
import { credentialsOf } from "../e2e/support/accounts.mjs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples, frameworks, repository } from "./support/places.mjs";
import { startServer } from "./support/server-of-an-app.mjs";

const example = (...names) =>
  command(process.execPath, ["scripts/example.mjs", ...names], { cwd: repository });

test("npm run example says which there are, and starts the one that is named", async () => {
  assert.ok((await example()).split("\n").includes("react"));
  assert.match(await example("openfeature"), /the flags follow the permissions\n$/);
  await assert.rejects(example("nothing-of-that-name"), /No example is called nothing-of-that-name/);
});

/** Runs the scenario on an example that nothing builds, served in front of a deployment. */
const served =
  (name, run) =>
  async ({ context, another }) => {
    await installConsumers();
    const { origin: PLATFORM_ORIGIN } = await another("bare", ["--bearer", "cookie"]);
    const vite = (port) => [`${frameworks}vite/bin/vite.js`, "--port", String(port), "--strictPort"];
    const server = await startServer(vite, {
      cwd: examples + name,
      env: { PLATFORM_ORIGIN },
    });
    try {
      const data = credentialsOf("grace");
      const answer = await context.request.post(`${server.origin}/api/auth/login`, { data });
      assert.equal(answer.status(), 200, "the deployment's paths are passed on");
      await run(await context.newPage(), server.origin);
    } finally {
      await server.stop();
    }
  };

test(
  "A site that nothing builds is served with the package, each folder's page at its path",
  scenario(
    served("elements", async (page, origin) => {
      await page.goto(`${origin}/reports`);
      await page.getByText("Reports of Grace Hopper").waitFor();
    }),
  ),
);

test(
  "A page with a script tag is served with the integrity that the script has",
  scenario(
    served("script", async (page, origin) => {
      await page.goto(origin);
      await page.locator("#analyse").waitFor();
    }),
  ),
);
