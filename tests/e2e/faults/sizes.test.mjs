// Large answers: well-formed ones are taken up to the limit, and larger ones are refused while they stream.

import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { ENDPOINTS, entriesOf, failureOf, ruleFor } from "../support/fault-endpoints.mjs";
import { assertSilent, look, openFaultPage } from "../support/fault-table.mjs";
import { SESSION, sessionBody } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

/** `LIMIT_BYTES` of pkg/entry/answer.ts. */
const LIMIT = 2 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;
const INVALID = { fails: ["invalid-response", 200] };

/** Returns the endpoint's well-formed answer with white space behind it, in this length. */
const padded = (good, length) => [
  { unit: good, times: 1 },
  { unit: " ", times: length - good.length },
];

const answersOf = async ({ origin }) => (await fetch(`${origin}/_control/answers`)).json();
const forgetAnswers = ({ origin }) => fetch(`${origin}/_control/answers`, { method: "DELETE" });

const EVERY = ["session", "permissions", "roles", "config", "login", "logout"];
/** The values of calls that resolve with their answer; the other calls resolve with a snapshot, or with nothing. */
const TAKEN = {
  permissions: entriesOf(ENDPOINTS.permissions.good.data.features),
  roles: ENDPOINTS.roles.good.roles,
  config: [ENDPOINTS.config.good],
};
const ROWS = {
  "just within the limit": { endpoints: EVERY, rule: (good) => ({ body_repeat: padded(good, LIMIT) }) },
  "just within the limit, without a length": {
    endpoints: ["session"],
    rule: (good) => ({ body_repeat: padded(good, LIMIT), chunked: true }),
  },
  "just within the limit, compressed": {
    endpoints: ["session"],
    rule: (good) => ({
      body_base64: gzipSync(good.padEnd(LIMIT)).toString("base64"),
      headers: { "content-encoding": "gzip" },
    }),
  },
  "one byte over the limit": {
    endpoints: EVERY,
    rule: (good) => ({ body_repeat: padded(good, LIMIT + 1) }),
    ...INVALID,
  },
  "one byte over the limit, without a length": {
    endpoints: ["session"],
    rule: (good) => ({ body_repeat: padded(good, LIMIT + 1), chunked: true }),
    ...INVALID,
  },
  "one byte over the limit, compressed": {
    endpoints: ["session"],
    rule: (good) => ({
      body_base64: gzipSync(good.padEnd(LIMIT + 1)).toString("base64"),
      headers: { "content-encoding": "gzip" },
    }),
    ...INVALID,
  },
  "10 MB": { endpoints: EVERY, rule: (good) => ({ body_repeat: padded(good, 10 * MEGABYTE) }), ...INVALID },
  "10 MB under status 503": {
    endpoints: ["session"],
    rule: (good) => ({ status: 503, body_repeat: padded(good, 10 * MEGABYTE) }),
    fails: ["server-error", 503],
  },
};

test(
  "a large answer is taken up to the limit, at every endpoint",
  scenario(async ({ context, deployment, watch }) => {
    const page = await openFaultPage(context, deployment, { account: "ada" });
    for (const [what, { endpoints, ...row }] of Object.entries(ROWS)) {
      await forgetAnswers(deployment);
      await deployment.control.faults(...endpoints.map((endpoint) => ruleFor(endpoint, row)));
      for (const endpoint of endpoints) {
        const ended = await page.evaluate((name) => faults.call(name, session), endpoint);
        const error = failureOf(endpoint, row);
        if (error) assert.deepEqual(ended, { error }, `${endpoint}: ${what}`);
        else assert.deepEqual(ended, { taken: TAKEN[endpoint] ?? true }, `${endpoint}: ${what}`);
      }
      assert.equal((await answersOf(deployment)).length, endpoints.length, `${what}: each met its fault`);
      assert.deepEqual(await page.evaluate(() => faults.call("login", session)), { taken: true }, what);
      // The read that confirms the sign-in must be over before the next row.
      assert.deepEqual(await page.evaluate(() => faults.call("session", session)), { taken: true }, what);
      assert.equal((await look(page)).user.email, "ada@example.com");
    }
    assertSilent(watch);
  }),
);

const STREAMS = {
  // The whole body would take 1.5 s; the limit is reached after 0.3 s.
  "10 MB, a little at a time": {
    unit: 10 * MEGABYTE,
    drip: { bytes: 64 * 1024, every_ms: 10 },
    most: 8 * MEGABYTE,
  },
  "1 GB as fast as it goes": { unit: 1024 * MEGABYTE, most: 64 * MEGABYTE },
  "a body without end": {
    unit: 64 * 1024,
    drip: { bytes: 64 * 1024, every_ms: 1, endless: true },
    most: 64 * MEGABYTE,
  },
};

test(
  "a body over the limit is refused while it streams",
  scenario(async ({ context, deployment, watch }) => {
    const page = await openFaultPage(context, deployment, { account: "ada" });
    const before = await look(page);
    for (const [what, { unit, drip, most }] of Object.entries(STREAMS)) {
      await forgetAnswers(deployment);
      const body = { body_repeat: { unit: " ", times: unit }, ...(drip && { drip }) };
      await deployment.control.faults(ruleFor("session", { rule: body }));
      // The state of the same turn: the session repeats the read, which then succeeds.
      const [{ error }, state] = await page.evaluate(async () => [
        await faults.call("session", session),
        faults.look(session),
      ]);
      assert.deepEqual([error?.code, error?.status], ["invalid-response", 200], what);
      assert.deepEqual(state, { ...before, stale: true, error }, what);
      const [answer] = await until("the deployment to see the connection closed", async () => {
        const answers = await answersOf(deployment);
        return answers[0]?.end && answers;
      });
      assert.equal(answer.end, "cut", what);
      assert.ok(answer.bytes > LIMIT && answer.bytes < most, `${what}: ${answer.bytes} bytes were sent`);
      assert.deepEqual(await page.evaluate(() => faults.call("session", session)), { taken: true }, what);
      assert.deepEqual(await look(page), before, what);
    }
    assertSilent(watch);
  }),
);

test(
  "an answer with 30 000 features is taken",
  scenario(async ({ context, deployment, watch }) => {
    const count = 30_000;
    const page = await openFaultPage(context, deployment, { account: "ada" });
    const features = Object.fromEntries(
      Array.from({ length: count }, (_, n) => [
        `feature-${n}`,
        { enabled: n % 2 === 0, limit: n % 3 === 0 ? n : null },
      ]),
    );
    const changed = { ...features, "feature-7": { enabled: true, limit: null } };
    const bodies = [features, features, changed].map((each) => JSON.stringify(sessionBody(each)));
    assert.ok(bodies[0].length < LIMIT);
    await deployment.control.faults(
      ...bodies.map((body) => ({ method: "GET", path: SESSION, times: 1, body })),
    );
    const seen = await page.evaluate(async () => {
      const changes = [];
      session.addEventListener("permissions-changed", ({ detail }) => changes.push(detail.changes.length));
      const maps = [];
      for (let read = 0; read < 3; read += 1) maps.push((await session.refresh()).features);
      const { can, get } = session.permissions;
      const names = Object.keys(maps[2]);
      return {
        changes,
        same: [maps[0] === maps[1], maps[1]["feature-6"] === maps[2]["feature-6"]],
        listed: names.length,
        open: names.filter((name) => can(name)).length,
        some: ["feature-7", "feature-9", "feature", `feature-${names.length}`, "chat-history"].map(
          (name) => get(name) ?? null,
        ),
      };
    });
    assert.deepEqual([seen.listed, seen.open], [count, count / 2 + 1]);
    const [opened, limited] = [
      { enabled: true, limit: null },
      { enabled: false, limit: 9 },
    ];
    assert.deepEqual(seen.some, [opened, limited, null, null, null]);
    assert.deepEqual([seen.changes.slice(1), seen.same], [[1], [true, true]], "only changes are reported");
    assert.deepEqual(await page.evaluate(() => faults.call("session", session)), { taken: true });
    assert.equal((await look(page)).user.email, "ada@example.com");
    assertSilent(watch);
  }),
);
