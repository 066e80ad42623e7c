// An answer from a service worker or a cache does not count: its `Date`, by the deployment's clock, shows its age.

import assert from "node:assert/strict";
import { logout, openBare, refresh, signIn, snapshotOf } from "../support/bare-page.mjs";
import { answering, LOGOUT, SESSION, sessionBody } from "../support/identity-api.mjs";
import { pause } from "../support/page-life.mjs";
import { scenario, test } from "../support/scenario.mjs";

const WARNING = /a service worker or a cache keeps answers/;

test(
  "with a service worker that caches answers no user is shown after a sign-out",
  scenario(async ({ context, deployment, watch }) => {
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
    // The cached answer is more than a second old at the sign-out.
    await refresh(page);
    await pause(page, 1_500);
    assert.deepEqual(await logout(page), { value: null });
    for (let time = 0; time < 2; time += 1) await refresh(page);
    assert.equal((await snapshotOf(page)).user, null);
    assert.equal(watch.consoleLines.filter((line) => WARNING.test(line)).length, 1);
  }),
);

/** Returns a `Date` header with the time in so many seconds. */
const dateIn = (seconds) => ({ date: new Date(Date.now() + 1_000 * seconds).toUTCString() });

test(
  "a sign-in by a request of the page's own in the same second as the sign-out is shown, without a warning",
  scenario(async ({ context, deployment, control, watch }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const headers = dateIn(0);
    await control.faults(
      answering("POST", LOGOUT, { success: true }, { headers }),
      answering("GET", SESSION, sessionBody({}), { headers }),
    );
    assert.deepEqual(await logout(page), { value: null });
    const { value, error } = await refresh(page);
    assert.deepEqual([value?.status, error], ["authenticated", undefined]);
    assert.ok(!watch.consoleLines.some((line) => WARNING.test(line)));
  }),
);

test(
  "servers with clocks that differ by more than five seconds cause one failed read, and no more",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const behind = [0, 20, 20, 0, 20, 0, 20, 0, 20];
    await control.faults(
      ...behind.map((seconds, read) =>
        answering("GET", SESSION, sessionBody({}), {
          headers: dateIn(30 + read - seconds),
          // The session may read by itself, too.
          times: read === behind.length - 1 ? 100 : 1,
        }),
      ),
    );
    const codes = [];
    for (const _ of behind) codes.push((await refresh(page)).error?.code ?? "read");
    assert.deepEqual(
      codes.filter((code) => code !== "read"),
      ["invalid-response"],
    );
    assert.equal(codes.indexOf("invalid-response"), 1);
  }),
);
