// Requests that waited leave in the order of their calls: a newer autosave is not overtaken by an older one.

import assert from "node:assert/strict";
import { credentialsOf } from "../support/accounts.mjs";
import { openBare, signIn } from "../support/bare-page.mjs";
import { AGENTS, SESSION } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

/** What they wait for: made in a page of Ada's, whose session read is slow. */
const WAITS = {
  "the first read, on a page that a server rendered": (initial) => {
    globalThis.session = bare.start({ initial }).session;
  },
  "the module": async (initial) => {
    const { wasm, release } = await bare.holdModule();
    globalThis.session = bare.start({ initial, wasm }).session;
    setTimeout(release, 300);
  },
  "a return from the back/forward cache": async () => {
    globalThis.session = bare.start({}).session;
    await session.ready;
    for (const type of ["pagehide", "pageshow"])
      dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
  },
  "a 401 that is settled by reauthenticate": async (_, credentials) => {
    const reauthenticate = (given) => given.login(credentials);
    globalThis.session = bare.start({ reauthenticate }).session;
    await session.ready;
    await fetch("/api/auth/logout", { method: "POST" });
  },
};

for (const [what, begin] of Object.entries(WAITS))
  scenario(`requests that waited for ${what} leave in the order of their calls`, async (given) => {
    const { context, another } = given;
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const initial = await page.evaluate((path) => fetch(path).then((answer) => answer.json()), SESSION);
    await page.evaluate(() => session.close());
    await deployment.control.faults({ method: "GET", path: SESSION, times: 2, delay_ms: 400 });
    const left = await page.evaluate(
      `(async ([initial, credentials, path]) => {
        await (${begin})(initial, credentials);
        const left = [];
        const real = fetch;
        globalThis.fetch = (input, init) => {
          if (input instanceof Request) left.push(Number(new URL(input.url).searchParams.get("v")));
          return real(input, init);
        };
        await Promise.all([1, 2, 3, 4, 5].map((v) => session.fetch(path + "?v=" + v, { method: "PUT", body: "{}" })));
        return left;
      })(${JSON.stringify([initial, credentialsOf("ada"), AGENTS])})`,
    );
    assert.deepEqual(left.slice(-5), [1, 2, 3, 4, 5]);
  });
