import assert from "node:assert/strict";
import { eventsOf, openBare, readsOf, signIn, snapshotOf } from "../support/bare-page.mjs";
import { shiftableClocks, wake } from "../support/clocks.mjs";
import { LOGOUT, SESSION } from "../support/identity-api.mjs";
import { goOffline, goOnline } from "../support/page-life.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

/** Returns a rule by which session reads fail. */
const failing = (fault) => ({ method: "GET", path: SESSION, times: 50, status: 503, ...fault });

test(
  "sessions whose reads failed at the same time do not repeat them at the same time",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment, { idle: true, before: shiftableClocks });
    await control.faults(failing());
    await page.evaluate(() => {
      globalThis.sessions = Array.from({ length: 12 }, () => bare.start({ tabs: false }).session);
    });
    await until("every first read to fail", () =>
      page.evaluate(() => sessions.every(({ snapshot }) => snapshot.error)),
    );
    const waits = await page.evaluate(() => {
      for (const each of sessions) each.close();
      return clocks.timers.filter((delay) => delay < 1_000 && delay !== 50);
    });
    assert.ok(waits.length >= 12);
    const spread = Math.max(...waits) - Math.min(...waits);
    // Twelve random waits within a second are within 100 ms of one another less often than once in 10^10.
    assert.ok(spread > 100, `${waits.join(", ")} ms`);
  }),
);

for (const [form, header, status] of [
  ["in seconds", () => "1", 503],
  ["as a date", () => new Date(Date.now() + 2_000).toUTCString(), 429],
]) {
  test(
    `a deployment that names a time ${form} gets no read before that time`,
    scenario(async ({ context, deployment, control }) => {
      const options = { revalidate: { minIntervalMs: 0, intervalMs: 50 } };
      const page = await openBare(context, deployment, { options });
      await signIn(page, "ada");
      const value = header();
      await control.faults(failing({ times: 1, status, headers: { "retry-after": value } }));
      const [failed] = await until("the failure", async () => {
        const events = await eventsOf(page, "revalidation-failed");
        return events.length > 0 && events;
      });
      const { retryAfterMs, code } = failed.detail.error;
      assert.equal(code, status === 429 ? "rate-limited" : "server-error");
      assert.ok(retryAfterMs > 0 && retryAfterMs <= 2_000, `${retryAfterMs} ms`);
      const before = await readsOf(page);
      await wake(page);
      await goOffline(context, page);
      await goOnline(context, page);
      await until("the next read", async () => (await readsOf(page)).length > before.length, {
        timeoutMs: 8_000,
      });
      const next = (await readsOf(page))[before.length];
      assert.ok(next - before.at(-1) >= retryAfterMs, `read again after ${next - before.at(-1)} ms`);
      await until("it to succeed", async () => !(await snapshotOf(page)).stale);
    }),
  );
}

/** Runs in a page before its scripts: the browser says that it is offline, as in virtual machines, with some VPNs, and on some Linux desktops. */
const saysOffline = () => Object.defineProperty(Navigator.prototype, "onLine", { get: () => false });

test(
  "a page works in a browser that always says that it is offline",
  scenario(async ({ context, deployment, control }) => {
    await control.faults(failing({ times: 1 }));
    const page = await openBare(context, deployment, { before: saysOffline });
    await until(
      "the first read to fail",
      async () => (await snapshotOf(page)).error?.code === "server-error",
    );
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 5_000)));
    assert.equal((await snapshotOf(page)).status, "unknown", "no early retry");
    await wake(page);
    await until("a focus to read", async () => (await snapshotOf(page)).status === "unauthenticated");

    // After an answer the page knows that the network works, and retries as any other page.
    await signIn(page, "ada");
    await control.faults(failing());
    await page.evaluate(() => bare.outcome(session.refresh()));
    assert.equal((await snapshotOf(page)).stale, true);
    await control.clearFaults();
    await until("the retry", async () => !(await snapshotOf(page)).stale);
    await control.faults({ method: "POST", path: LOGOUT, times: 1, status: 503 });
    await page.evaluate(() => bare.outcome(session.logout()));
    await until("the sign-out to be sent again", async () => !(await snapshotOf(page)).signOutPending);
  }),
);
