import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import { known, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { SESSION } from "../support/identity-api.mjs";
import { startRelay } from "../support/relay.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

const slowRead = { method: "GET", path: SESSION, times: 1, delay_ms: 500 };

scenario(
  "concurrent refreshes share requests, and one snapshot",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await control.clearLog();
    await control.faults(slowRead);
    const same = await page.evaluate(async () => {
      const all = await Promise.all([session.refresh(), session.refresh(), session.refresh()]);
      return all.every((each) => each === session.snapshot);
    });
    assert.ok(same);
    // Calls of one moment share one; on a busy machine three calls may take more than a moment.
    assert.ok((await control.requests("GET", SESSION)).length <= 2);
  },
);

scenario(
  "no refresh is answered by a read that was asked for before it",
  async ({ context, deployment, control }) => {
    const relay = await startRelay(deployment);
    try {
      const page = await openBare(context, relay, { options: { revalidate: { minIntervalMs: 0 } } });
      await signIn(page, "ada");
      const older = relay.halt("answer", "GET", SESSION);
      await page.evaluate(() => dispatchEvent(new Event("focus")) && undefined);
      await older.met();
      await control.account(ACCOUNTS.ada.email, { role: "expert" });
      await page.evaluate(() => {
        globalThis.refreshing = bare.outcome(session.refresh());
      });
      older.go();
      const { value } = await page.evaluate(() => refreshing);
      assert.equal(value.user.userType, "expert");
    } finally {
      await relay.stop();
    }
  },
);

scenario(
  "each refresh reads anew once the one before has ended",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await known(page);
    await control.clearLog();
    await page.evaluate(async () => {
      await session.refresh();
      await session.refresh();
    });
    assert.equal((await control.requests("GET", SESSION)).length, 2);
  },
);

scenario(
  "one caller can call a shared refresh off without spoiling it for the others",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    const before = await signIn(page, "ada");
    await control.faults(slowRead);
    const [left, stayed] = await page.evaluate(() => {
      const controller = new AbortController();
      const both = [session.refresh({ signal: controller.signal }), session.refresh()].map(bare.outcome);
      controller.abort();
      return Promise.all(both);
    });
    assert.equal(left.error.code, "aborted");
    assert.deepEqual(stayed, { value: before });
  },
);

scenario(
  "a refresh that is called off ends at once and changes nothing",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    const before = await signIn(page, "ada");
    await control.faults({ ...slowRead, delay_ms: undefined, drop: "hang" });
    const { error } = await page.evaluate(() => {
      const controller = new AbortController();
      const refreshed = bare.outcome(session.refresh({ signal: controller.signal }));
      controller.abort();
      return refreshed;
    });
    assert.equal(error.code, "aborted");
    const { status, user, features } = await snapshotOf(page);
    assert.deepEqual([status, user, features], [before.status, before.user, before.features]);
  },
);

scenario(
  "a refresh that was called off before it began sends nothing",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    const before = await known(page);
    await control.clearLog();
    const { error } = await page.evaluate(() =>
      bare.outcome(session.refresh({ signal: AbortSignal.abort() })),
    );
    assert.equal(error.code, "aborted");
    assert.deepEqual(await control.requests("GET", SESSION), []);
    assert.deepEqual(await snapshotOf(page), before);
  },
);
