import assert from "node:assert/strict";
import {
  eventsOf,
  gatesOf,
  known,
  openBare,
  refresh,
  refreshAnew,
  signIn,
  snapshotOf,
  snapshotsOf,
} from "../support/bare-page.mjs";
import { demoGatesOf, demoStatusOf, openDemo, signInDemo, waitForDemo } from "../support/demo-page.mjs";
import { closedGates, FEATURES, gatesFor } from "../support/features.mjs";
import { answering, SESSION } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

// More than a browser repeats by itself on a connection that was lost.
const A_WHILE = 50;

const FAILURES = [
  ["loses the connection", { drop: "before-headers" }, "network"],
  ["loses it within an answer", { drop: "mid-body" }, "network"],
  ["answers 503", { status: 503 }, "server-error"],
  [
    "answers 500 with a well-formed session",
    answering("GET", SESSION, { authenticated: false }, { status: 500 }),
    "server-error",
  ],
  ["never answers", { drop: "hang" }, "timeout"],
];

for (const [what, fault, code] of FAILURES) {
  scenario(
    `while the deployment ${what}, the session stays unknown and closed, and then recovers by itself`,
    async ({ context, deployment, control }) => {
      const earlier = await openBare(context, deployment);
      await signIn(earlier, "ada");
      await earlier.close();
      await control.faults({ ...fault, method: "GET", path: SESSION, times: A_WHILE });
      const page = await openBare(context, deployment, {
        options: fault.drop === "hang" ? { timeoutMs: 500 } : {},
      });
      await until("the failure to be told", async () => (await snapshotOf(page)).error?.code === code);
      assert.equal((await snapshotOf(page)).status, "unknown");
      assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
      assert.equal(
        await page.evaluate(() => Promise.race([session.ready.then(() => "ready"), "pending"])),
        "pending",
      );

      await control.clearFaults();
      const recovered = await until(
        "the session to be known",
        async () => {
          const snapshot = await snapshotOf(page);
          return snapshot.status !== "unknown" && snapshot;
        },
        { timeoutMs: 15_000 },
      );
      assert.deepEqual([recovered.status, recovered.stale, recovered.error], ["authenticated", false, null]);
      assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(recovered.features));
      assert.deepEqual(await known(page), recovered);
      assert.ok(
        (await snapshotsOf(page)).every(({ status }) => status !== "unauthenticated"),
        "a failure is no answer",
      );
    },
  );
}

scenario(
  "a refresh after a failure at load does not wait for the next try",
  async ({ context, deployment, control }) => {
    await control.faults({
      method: "GET",
      path: SESSION,
      times: A_WHILE,
      status: 503,
      headers: { "retry-after": "3600" },
    });
    const page = await openBare(context, deployment);
    const { error } = await until("the failure to be told", async () => {
      const snapshot = await snapshotOf(page);
      return snapshot.error && snapshot;
    });
    assert.deepEqual(error, {
      name: "SessionError",
      code: "server-error",
      status: 503,
      retryable: true,
      retryAfterMs: 3_600_000,
    });
    await control.clearFaults();
    const { value } = await refreshAnew(page);
    assert.deepEqual([value.status, value.reason, value.error], ["unauthenticated", "no-session", null]);
  },
);

scenario(
  "a read that fails keeps what was known, marked stale, until one succeeds",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    const before = await signIn(page, "ada");
    await control.faults({ method: "GET", path: SESSION, times: A_WHILE, status: 502 });
    const { error } = await refresh(page);
    assert.deepEqual([error.code, error.status, error.retryable], ["server-error", 502, true]);
    assert.deepEqual(await snapshotOf(page), { ...before, stale: true, error });
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(before.features));
    assert.deepEqual(await eventsOf(page, "signed-out"), []);

    await control.clearFaults();
    const { value } = await refreshAnew(page);
    assert.deepEqual(value, before);
  },
);

scenario("a read that fails does not sign anybody in either", async ({ context, deployment, control }) => {
  const page = await openBare(context, deployment);
  const before = await known(page);
  await control.faults({ method: "GET", path: SESSION, times: A_WHILE, drop: "before-headers" });
  const { error } = await refresh(page);
  assert.equal(error.code, "network");
  assert.deepEqual(await snapshotOf(page), { ...before, stale: true, error });
});

scenario(
  "an automatic read that fails is told, and the next one mends it",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment, {
      options: { revalidate: { intervalMs: 100, minIntervalMs: 0 } },
    });
    const before = await signIn(page, "ada");
    await control.faults({ method: "GET", path: SESSION, times: A_WHILE, status: 503 });
    const [failed] = await until("the failure to be told", async () => {
      const events = await eventsOf(page, "revalidation-failed");
      return events.length > 0 && events;
    });
    assert.equal(failed.detail.error.code, "server-error");
    const { status, user, stale, features } = await snapshotOf(page);
    assert.deepEqual([status, user, stale, features], ["authenticated", before.user, true, before.features]);

    await control.clearFaults();
    await until("a read to succeed", async () => !(await snapshotOf(page)).stale, { timeoutMs: 15_000 });
    assert.deepEqual(await snapshotOf(page), before);
  },
);

scenario(
  "the demo waits for a deployment that is down, and then recovers by itself",
  { site: "demo" },
  async ({ context, deployment, control }) => {
    await control.faults({ method: "GET", path: SESSION, times: A_WHILE, status: 503 });
    const page = await openDemo(context, deployment);
    await until("the failure to be shown", async () => (await demoStatusOf(page)).error === "server-error");
    assert.equal((await demoStatusOf(page)).status, "unknown");
    assert.deepEqual(await demoGatesOf(page), closedGates("unknown"));
    await control.clearFaults();
    await waitForDemo(page, { status: "unauthenticated", reason: "no-session" });
  },
);

scenario(
  "the demo's time of the newest try is never an old one",
  { site: "demo" },
  async ({ context, deployment, control }) => {
    const page = await openDemo(context, deployment);
    await signInDemo(page, "ada");
    await page.clock.install();
    const checked = page.locator("#checked");
    await page.getByTestId("refresh").click();
    await checked.filter({ hasText: "Checked at" }).waitFor();
    await control.faults({ method: "GET", path: SESSION, times: A_WHILE, status: 503 });
    await page.getByTestId("refresh").click();
    await checked.filter({ hasText: "Tried at" }).waitFor();
    const first = await checked.textContent();
    // The session tries again by itself.
    await until("the time of a later try", async () => {
      await page.clock.runFor(10_000);
      return (await checked.textContent()) !== first;
    });
    assert.match(await checked.textContent(), /^Tried at /);
    await control.clearFaults();
    await until("the deployment to be reached", async () => {
      await page.clock.runFor(10_000);
      return !(await demoStatusOf(page)).stale;
    });
    assert.equal(await checked.textContent(), "");
  },
);
