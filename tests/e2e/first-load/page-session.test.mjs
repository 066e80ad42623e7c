// `pageSession()` returns one session for a page, however many copies of the package are on the page.

import assert from "node:assert/strict";
import { openBare } from "../support/bare-page.mjs";
import { SESSION } from "../support/identity-api.mjs";
import { pause } from "../support/page-life.mjs";
import { scenario, test } from "../support/scenario.mjs";

test(
  "copies of one version share the page's session, and it reads once",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment, { idle: true, file: "no-policy.html" });
    const sessions = await page.evaluate(async () => {
      const options = { revalidate: { minIntervalMs: 0 } };
      const found = new Set();
      for (let time = 0; time < 3; time += 1) {
        const script = document.createElement("script");
        script.src = "/pkg/dist/script.js";
        document.body.append(script);
        await new Promise((resolve) => (script.onload = resolve));
        found.add(platformSession.pageSession(options));
      }
      for (const copy of ["/pkg/index.js", "/pkg/dist/inline.js"])
        found.add((await import(copy)).pageSession(options));
      await platformSession.pageSession().ready;
      return found.size;
    });
    assert.equal(sessions, 1);
    await control.clearLog();
    await page.evaluate(() => dispatchEvent(new Event("focus")) && undefined);
    await pause(page, 500);
    assert.equal((await control.requests("GET", SESSION)).length, 1);
  }),
);
