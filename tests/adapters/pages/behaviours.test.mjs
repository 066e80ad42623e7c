// The double behaves as the real session does: each behaviour runs against both.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import * as testing from "../../../pkg/dist/testing.js";
import { PASSWORD } from "../../e2e/support/accounts.mjs";
import { openBare } from "../../e2e/support/bare-page.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { BEHAVIOURS } from "../testing/behaviours.mjs";
import { doubleWorld } from "../testing/double-world.mjs";

const bundled = build({
  entryPoints: [fileURLToPath(new URL("../testing/page-world.mjs", import.meta.url))],
  bundle: true,
  write: false,
  format: "iife",
});

for (const behaviour of BEHAVIOURS) {
  const { name, run, expected } = behaviour;

  test(`The double: ${name}`, async () => {
    // The real session's result passes through JSON, as it comes out of a page: `undefined` is lost.
    assert.deepEqual(JSON.parse(JSON.stringify(await run(doubleWorld(testing, behaviour)))), expected);
  });

  test(
    `The real session: ${name}`,
    scenario(async ({ context, another }) => {
      // With this flag the deployment takes the cookie for roles and requests, too.
      const deployment = await another("bare", ["--bearer", "cookie"]);
      const page = await openBare(context, deployment, { idle: true });
      await page.exposeFunction("steer", (method, ...args) => deployment.control[method](...args));
      // The page's content security policy does not apply to code that the driver evaluates.
      await page.evaluate((await bundled).outputFiles[0].text);
      const result = await page.evaluate(
        (given) =>
          globalThis
            .runInPage({ ...given, steer, createSession: bare.platformSession.createSession })
            .then((value) => JSON.parse(JSON.stringify(value))),
        { name, password: PASSWORD },
      );
      assert.deepEqual(result, expected);
    }),
  );
}
