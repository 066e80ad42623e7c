import assert from "node:assert/strict";
import { credentialsOf } from "../support/accounts.mjs";
import {
  eventsOf,
  known,
  login,
  openBare,
  readsOf,
  refresh,
  signIn,
  snapshotOf,
} from "../support/bare-page.mjs";
import { LONGEST_MS, shiftableClocks, wake } from "../support/clocks.mjs";
import { LOGIN, PERMISSIONS, ROLES, SESSION, SSO_CONFIG } from "../support/identity-api.mjs";
import { goOffline, goOnline, pause } from "../support/page-life.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

/** The retry policy of `src/core/retry_delay.rs`, and the part of each span that a page waits whose chance is `thousandths`. */
const [BASE_MS, CAP_MS] = [1_000, 60_000];
const WAITS = Array.from({ length: 8 }, (_, failures) => Math.min(BASE_MS * 2 ** failures, CAP_MS) / 1_000);

const failing = (fault) => ({ method: "GET", path: SESSION, times: 50, status: 503, ...fault });

scenario(
  "waits double up to a cap, each a random part of its span, and one good answer starts them anew",
  async ({ context, deployment, control }) => {
    // A thousandth of each span, so that minutes pass within a second.
    const page = await openBare(context, deployment, { before: thousandths });
    const before = await signIn(page, "ada");
    await control.clearLog();
    await control.faults(failing({ times: 8 }));
    await page.evaluate(() => {
      clocks.timers.length = 0;
      session.refresh().catch(() => {});
    });
    await until(
      "the answer after eight failures",
      async () =>
        (await eventsOf(page, "revalidation-failed")).length === 7 && !(await snapshotOf(page)).stale,
      { timeoutMs: 10_000 },
    );
    assert.deepEqual(await waitsOf(page), WAITS);
    assert.equal(WAITS.at(-1), WAITS.at(-2), "the cap was reached");
    assert.equal((await control.requests("GET", SESSION)).length, 9);
    const reads = (await readsOf(page)).slice(-9);
    const gaps = reads.slice(1).map((read, position) => read - reads[position]);
    for (const [position, wait] of WAITS.entries()) {
      assert.ok(gaps[position] >= wait - 1, `the reads came ${gaps.map(Math.round).join(", ")} ms apart`);
    }
    assert.deepEqual(await snapshotOf(page), before);

    await control.faults(failing({ times: 1 }));
    await page.evaluate(() => {
      clocks.timers.length = 0;
      session.refresh().catch(() => {});
    });
    await until("the wait after it", async () => (await waitsOf(page)).length > 0);
    assert.deepEqual(await waitsOf(page), WAITS.slice(0, 1));
  },
);

scenario("pages that failed together do not come back together", async ({ context, deployment, control }) => {
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
  // Twelve numbers drawn from a second lie within a tenth of it less often than once in 10^10.
  assert.ok(spread > 100, `${waits.join(", ")} ms`);
});

for (const [form, header, status] of [
  ["in seconds", () => "1", 503],
  ["as a date", () => new Date(Date.now() + 2_000).toUTCString(), 429],
]) {
  scenario(
    `a deployment that names a time ${form} is not asked before it by anything that nobody called for`,
    async ({ context, deployment, control }) => {
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
    },
  );
}

scenario(
  "a time beyond what timers hold is waited for in steps, and holds no call back",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment, { before: shiftableClocks });
    await signIn(page, "ada");
    for (const value of ["2147483", "2147484", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"]) {
      await control.faults(failing({ times: 1, headers: { "retry-after": value } }));
      await page.evaluate(() => {
        clocks.timers.length = 0;
      });
      const { error } = await refresh(page);
      assert.ok(error.retryAfterMs > 2_147_000_000 && error.retryAfterMs <= LONGEST_MS, value);
      const reads = (await readsOf(page)).length;
      await wake(page);
      await pause(page, 60);
      assert.equal((await readsOf(page)).length, reads, `a read that ${value} forbids`);
      const { timers } = await page.evaluate(() => clocks);
      assert.ok(timers.every((delay) => delay <= LONGEST_MS));
      assert.equal((await refresh(page)).value.stale, false);
    }
  },
);

scenario("what is retried waits offline, until the page is online", async ({ context, deployment }) => {
  const page = await openBare(context, deployment, { before: thousandths });
  const before = await signIn(page, "ada");
  await goOffline(context, page);
  assert.equal((await refresh(page)).error.code, "network");
  const reads = (await readsOf(page)).length;
  await pause(page, 200);
  assert.equal(
    (await readsOf(page)).length,
    reads,
    `the first waits would have been ${WAITS.slice(0, 2)} ms`,
  );
  await goOnline(context, page);
  await until("the session to be fresh", async () => !(await snapshotOf(page)).stale);
  assert.deepEqual(await snapshotOf(page), before);
});

scenario(
  "what a page called for is not repeated by itself: sign-in, roles, permissions, configuration",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment, { before: thousandths });
    await signIn(page, "ada");
    const paths = [ROLES, PERMISSIONS, SSO_CONFIG];
    await control.faults(...paths.map((path) => failing({ path })), failing({ method: "POST", path: LOGIN }));
    await control.clearLog();
    const codes = await page.evaluate(async () => {
      const calls = [session.roles, session.permissions.refresh, session.sso.config];
      return (await Promise.all(calls.map((call) => bare.outcome(call())))).map(({ error }) => error?.code);
    });
    assert.deepEqual(codes, ["server-error", "server-error", "server-error"]);
    assert.equal((await login(page, credentialsOf("grace"))).error.code, "server-error");
    await pause(page, 200);
    const asked = (await control.log()).map(({ path }) => path).filter((path) => path !== SESSION);
    assert.deepEqual(asked.sort(), [...paths, LOGIN].sort());
  },
);

scenario("what trying again cannot help is not tried again", async ({ context, deployment, control }) => {
  const page = await openBare(context, deployment, { before: thousandths });
  await known(page);
  await control.clearLog();
  await control.faults(failing({ status: 404 }));
  assert.deepEqual(await codeAndRetry(page), ["not-supported", false]);
  await pause(page, 200);
  assert.equal((await control.requests("GET", SESSION)).length, 1);
});

async function codeAndRetry(page) {
  const { error } = await refresh(page);
  return [error.code, error.retryable];
}

/** Every random number is a thousandth, and every timer is noted. */
function thousandths() {
  Math.random = () => 0.0010001;
  const { setTimeout: realSetTimeout } = globalThis;
  globalThis.clocks = { timers: [] };
  globalThis.setTimeout = (callback, delay, ...rest) => {
    clocks.timers.push(delay);
    return realSetTimeout(callback, delay, ...rest);
  };
}

/** The waits before retries among the timers that were set: neither deadlines nor the day of a token. */
const waitsOf = (page) => page.evaluate(() => clocks.timers.filter((delay) => delay <= 600));
