// A tool that does not copy the WebAssembly, and servers that answer something else in its place: the console says so in a sentence,
// and the gates are closed. docs/bundlers.md, "When the file does not come", and docs/troubleshooting.md say what to do.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { BUNDLERS, folderOf } from "./support/bundlers.mjs";
import { drive } from "./support/drive.mjs";
import { installConsumers } from "./support/install.mjs";
import { installed } from "./support/places.mjs";

const WASM = "**/*.wasm";
/** The sentence on the console, which says what helps where a tool has left the file behind without a word. */
const SENTENCE = "platform-session: the WebAssembly did not load: try platform-session/inline";

/** Runs the scenario on the page that the tool makes of the root, in place of `inline` where that is what it needs. */
const builtBy = (tool, run) => async (given) => {
  await installConsumers();
  const folder = folderOf(`${tool}, with a file lost`);
  await BUNDLERS[tool](folder, "main");
  await run({ ...given, deployment: await given.another(folder), page: await given.context.newPage() });
};

/** The page is closed, and the console says why. */
async function assertSays(why, { page, deployment, watch }) {
  await page.goto(deployment.origin);
  await page.waitForFunction(() => document.title === "wasm-unavailable");
  assert.equal(await page.getByText("Your chats.").isVisible(), false);
  const said = watch.consoleLines.filter((line) => line.startsWith(SENTENCE));
  assert.ok(said.length > 0);
  for (const line of said) assert.match(line, why);
}

for (const tool of ["esbuild", "Rollup"]) {
  test(
    `A page with a file that ${tool} left behind says on the console that it is not found`,
    scenario(builtBy(tool, (given) => assertSays(/TypeError: HTTP 404/, given))),
  );
}

test(
  "A page that gets HTML in place of the file says so on the console",
  scenario(
    builtBy("Rollup", async (given) => {
      // The file is answered as by a server that answers every address with the page of its app.
      const body = "<!doctype html><title>app</title>";
      await given.context.route(WASM, (route) => route.fulfill({ contentType: "text/html", body }));
      await assertSays(/TypeError: HTTP 200 text\/html/, given);
    }),
  ),
);

for (const contentType of ["text/plain", "application/octet-stream"]) {
  test(
    `A server that calls the file ${contentType} does no harm`,
    scenario(
      builtBy("Vite 8", async ({ context, page, deployment, watch }) => {
        const body = readFileSync(`${installed}wasm/platform_session_bg.wasm`);
        await context.route(WASM, (route) => route.fulfill({ contentType, body }));
        const { wasm } = await drive(page, deployment.origin);
        assert.ok(wasm, "it is a file");
        assert.deepEqual(watch.consoleLines, []);
      }),
    ),
  );
}
