// A bundler that does not copy the WebAssembly, and servers that answer with another file: a line on the console says so, and the gates are
// closed. docs/bundlers.md, "When the file does not come", and docs/troubleshooting.md say what to do.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { BUNDLERS, folderOf } from "./support/bundlers.mjs";
import { drive } from "./support/drive.mjs";
import { installConsumers } from "./support/install.mjs";
import { installed } from "./support/places.mjs";

const WASM = "**/*.wasm";
/** The beginning of the line on the console. */
const SENTENCE = "platform-session: the WebAssembly did not load: try platform-session/inline";

/** Runs the scenario on the page that the bundler builds of the package's root, even if it needs `platform-session/inline`. */
const builtBy = (tool, run) => async (given) => {
  await installConsumers();
  const folder = folderOf(`${tool}, with a file lost`);
  await BUNDLERS[tool](folder, "main");
  await run({ ...given, deployment: await given.another(folder), page: await given.context.newPage() });
};

/** Checks that the gates are closed, and that the line on the console has the reason. */
async function assertSays(reason, { page, deployment, watch }) {
  await page.goto(deployment.origin);
  await page.waitForFunction(() => document.title === "wasm-unavailable");
  assert.equal(await page.getByText("Your chats.").isVisible(), false);
  const lines = watch.consoleLines.filter((line) => line.startsWith(SENTENCE));
  assert.ok(lines.length > 0);
  for (const line of lines) assert.match(line, reason);
}

for (const tool of ["esbuild", "Rollup"]) {
  test(
    `Where ${tool} did not copy the file, a line on the console says that it was not found`,
    scenario(builtBy(tool, (given) => assertSays(/TypeError: HTTP 404/, given))),
  );
}

test(
  "Where the server answers with HTML in place of the file, a line on the console says so",
  scenario(
    builtBy("Rollup", async (given) => {
      // Some servers answer every address with the page of the app.
      const body = "<!doctype html><title>app</title>";
      await given.context.route(WASM, (route) => route.fulfill({ contentType: "text/html", body }));
      await assertSays(/TypeError: HTTP 200 text\/html/, given);
    }),
  ),
);

for (const contentType of ["text/plain", "application/octet-stream"]) {
  test(
    `The file works with the content type ${contentType}`,
    scenario(
      builtBy("Vite 8", async ({ context, page, deployment, watch }) => {
        const body = readFileSync(`${installed}wasm/platform_session_bg.wasm`);
        await context.route(WASM, (route) => route.fulfill({ contentType, body }));
        const { wasm } = await drive(page, deployment.origin);
        assert.ok(wasm, "the WebAssembly was requested");
        assert.deepEqual(watch.consoleLines, []);
      }),
    ),
  );
}
