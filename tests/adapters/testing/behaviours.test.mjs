// The double is held to what the real session does: one suite, run against both.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import * as testing from "../../../pkg/adapters/testing/testing.js";
import { PASSWORD } from "../../e2e/support/accounts.mjs";
import { openBare } from "../../e2e/support/bare-page.mjs";
import { stage } from "../../e2e/support/stage.mjs";
import { BEHAVIOURS } from "./behaviours.mjs";
import { doubleWorld } from "./double-world.mjs";

describe("The double", () => {
  for (const behaviour of BEHAVIOURS) {
    const { name, run, expected } = behaviour;
    it(name, async () => {
      // As it comes out of a page.
      assert.deepEqual(JSON.parse(JSON.stringify(await run(doubleWorld(testing, behaviour)))), expected);
    });
  }
});

const { scenario } = stage();
const bundled = build({
  entryPoints: [fileURLToPath(new URL("./page-world.mjs", import.meta.url))],
  bundle: true,
  write: false,
  format: "iife",
});

for (const { name, expected } of BEHAVIOURS) {
  scenario(`The real session: ${name}`, async ({ context, another }) => {
    // So that roles and requests go by the cookie alone.
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const page = await openBare(context, deployment, { idle: true });
    await page.exposeFunction("steer", (what, ...parts) => deployment.control[what](...parts));
    // What the debugger evaluates is not subject to the page's policy.
    await page.evaluate((await bundled).outputFiles[0].text);
    const told = await page.evaluate(
      (given) =>
        globalThis
          .runInPage({ ...given, steer, createSession: bare.platformSession.createSession })
          .then((value) => JSON.parse(JSON.stringify(value))),
      { name, password: PASSWORD },
    );
    assert.deepEqual(told, expected);
  });
}
