// A request that waits for a read which fails ends with that failure's own name.

import assert from "node:assert/strict";
import { openBare, signIn } from "../support/bare-page.mjs";
import { AGENTS, SESSION } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

const FAILURES = {
  "server-error": { status: 503 },
  "rate-limited": { status: 429, headers: { "retry-after": "30" } },
  timeout: { drop: "hang" },
  network: { drop: "before-headers" },
};

for (const [code, fault] of Object.entries(FAILURES))
  for (const isLate of [true, false])
    scenario(
      `a request on a page with \`initial\` ends with ${code}, as its first read does${isLate ? ", though the module is late" : ""}`,
      async ({ context, deployment, control }) => {
        const page = await openBare(context, deployment);
        await signIn(page, "ada");
        const initial = await page.evaluate((path) => fetch(path).then((answer) => answer.json()), SESSION);
        await page.evaluate(() => session.close());
        await control.faults({ method: "GET", path: SESSION, times: 50, ...fault });
        const { error, status } = await page.evaluate(
          async ([initial, path, isLate]) => {
            const { wasm, release } = await bare.holdModule();
            const { session } = bare.start({ initial, wasm, timeoutMs: 600 });
            const asked = bare.outcome(session.fetch(path));
            setTimeout(release, isLate ? 1_000 : 0);
            return { ...(await asked), status: session.snapshot.status };
          },
          [initial, AGENTS, isLate],
        );
        assert.equal(error?.code, code);
        assert.equal(status, "authenticated", "a failure signs nobody out");
        assert.deepEqual(await control.requests("GET", AGENTS), []);
      },
    );
