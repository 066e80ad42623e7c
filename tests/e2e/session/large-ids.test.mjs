// A user id that a JavaScript number cannot hold.

import assert from "node:assert/strict";
import { openBare } from "../support/bare-page.mjs";
import { answering, SESSION, sessionBody } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

test(
  "a user's id above 2^53 makes the answer invalid, and the console says so once",
  scenario(async ({ context, deployment, control, watch }) => {
    const body = JSON.stringify(sessionBody({}, { id: 7 })).replace('"id":7', '"id":9007199254740993');
    await control.faults(answering("GET", SESSION, body, { times: 100 }));
    const page = await openBare(context, deployment);
    await page.waitForFunction(() => session.snapshot.error?.code === "invalid-response");
    await page.evaluate(() => session.refresh().catch(() => {}));
    const warnings = watch.consoleLines.filter((line) => /2\^53/.test(line));
    assert.equal(warnings.length, 1);
    assert.equal(await page.evaluate(() => session.snapshot.status), "unknown");
  }),
);
