// An answer that a service worker or a cache has kept is no answer: the deployment's own clock tells.

import assert from "node:assert/strict";
import { logout, openBare, refresh, signIn, snapshotOf } from "../support/bare-page.mjs";
import { pause } from "../support/page-life.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

const WARNING = /a service worker or a cache keeps answers/;

scenario(
  "a service worker that keeps answers shows nobody after a sign-out",
  async ({ context, deployment, watch }) => {
    const page = await openBare(context, deployment, { idle: true, file: "no-policy.html" });
    await page.evaluate(async () => {
      await navigator.serviceWorker.register("/service-worker.js");
      const { serviceWorker } = navigator;
      if (!serviceWorker.controller)
        await new Promise((resolve) =>
          serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
        );
      await import("/bare.js?idle");
      globalThis.seen ??= bare.start({});
      globalThis.session = seen.session;
    });
    await signIn(page, "ada");
    // What the next read is answered is a second old at the sign-out.
    await refresh(page);
    await pause(page, 1_500);
    assert.deepEqual(await logout(page), { value: null });
    for (let time = 0; time < 2; time += 1) await refresh(page);
    assert.equal((await snapshotOf(page)).user, null);
    assert.equal(watch.consoleLines.filter((line) => WARNING.test(line)).length, 1);
  },
);
