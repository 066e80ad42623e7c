// An answer that a service worker or a cache has kept is no answer: the deployment's own clock tells.

import assert from "node:assert/strict";
import { known, logout, openBare, refresh, signIn, snapshotOf } from "../support/bare-page.mjs";
import { answering, SESSION } from "../support/identity-api.mjs";
import { pause } from "../support/page-life.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

const WARNING = /a service worker or a cache keeps answers/;

/** An answer of the session read that was made so long ago. */
const made = (ago_ms, body) =>
  answering("GET", SESSION, body, { headers: { date: new Date(Date.now() - ago_ms).toUTCString() } });

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

for (const [what, ago_ms, isKept] of [
  ["more than five seconds older than the answer before", 8_000, true],
  ["as old as clocks of several servers differ", 2_000, false],
])
  scenario(`an answer that is ${what} is ${isKept ? "a failure" : "taken"}`, async (given) => {
    const { context, deployment, control, watch } = given;
    const page = await openBare(context, deployment);
    const before = await signIn(page, "ada");
    await control.faults(...[1, 2].map(() => made(ago_ms, { authenticated: false })));
    const [first] = [await refresh(page), await refresh(page)];
    const { status, stale } = await snapshotOf(page);
    if (!isKept) return assert.equal(first.value.reason, "ended");
    assert.equal(first.error.code, "invalid-response");
    assert.deepEqual([status, stale], [before.status, true], "a failure changes nothing of what is known");
    assert.equal(watch.consoleLines.filter((line) => WARNING.test(line)).length, 1);
  });

scenario("an answer from before the sign-out names nobody, however little older it is", async (given) => {
  const { context, deployment, control } = given;
  const page = await openBare(context, deployment);
  await signIn(page, "ada");
  const body = await page.evaluate((path) => fetch(path).then((answer) => answer.json()), SESSION);
  await logout(page);
  await control.faults(made(2_000, body));
  assert.equal((await refresh(page)).error.code, "invalid-response");
  assert.equal((await refresh(page)).value.user, null);
  assert.equal((await known(page)).user, null);
});
