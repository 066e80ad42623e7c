// Every fault that an answer can have, at every endpoint: hundreds of rows a page (tests/cases/fault-*.mjs).

import assert from "node:assert/strict";
import { BODIES } from "../../cases/fault-bodies.mjs";
import { LOGIN_PAGE, TRANSPORT } from "../../cases/fault-transport.mjs";
import { ENDPOINTS, entriesOf, failureOf } from "../support/fault-endpoints.mjs";
import {
  assertSilent,
  callsAfter,
  judgeAll,
  look,
  openFaultPage,
  QUIET,
  rowForDriver,
  rowsOf,
} from "../support/fault-table.mjs";
import { scenario, test } from "../support/scenario.mjs";

const FORGED = ENDPOINTS.session.good.user;
const ROLE_NAMES = ["administrator", "default", "expert"];
/** Returns what is shown without a user. */
const withoutUser = (status, reason, error = null) => ({
  ...{ user: null, features: [], open: [] },
  ...{ status, reason, stale: false, error },
});

/** Returns the names of the features that are open. */
const openOf = (features) => features.filter(([, enabled]) => enabled).map(([name]) => name);

/** Asserts that the answer of a row was taken, and is shown. */
function assertTaken({ features, open, ...state }, row) {
  assert.deepEqual([state.status, state.stale, state.error], ["authenticated", false, null]);
  if (row.deep) {
    // A limit that is nested so deep may be left out with its feature; the other features are as the deployment said.
    assert.deepEqual(
      open.filter((name) => name !== "chat-history"),
      ["even"],
    );
    return;
  }
  const shown = entriesOf(row.shows ?? FORGED.permissions);
  assert.deepEqual(features, shown);
  assert.deepEqual(open, openOf(shown));
}

/** Returns the answer of a row that is to be taken: its own, or the well-formed one, which faults of the transport do not change. */
function answerOf(endpoint, row) {
  const { good } = ENDPOINTS[endpoint];
  return BODIES[endpoint].includes(row) ? JSON.parse(row.rule(JSON.stringify(good)).body) : good;
}

/** Asserts that the login page was not requested. A redirect to the other origin would have ended in a lost connection. */
async function assertNoRedirectFollowed({ origin }) {
  const log = await (await fetch(`${origin}/_control/log`)).json();
  assert.deepEqual(
    log.filter(({ path }) => path === LOGIN_PAGE),
    [],
  );
}

/** Has the page run every row, followed by the calls of `next`, and checks the results by `judge`. */
async function tryAll(page, endpoint, rows, next, judge) {
  const nextOf = typeof next === "function" ? next : () => next;
  const all = rows.map((row, index) => rowForDriver(endpoint, row, nextOf(row, index)));
  judgeAll(endpoint, rows, await page.evaluate((given) => faults.run(given, session), all), judge);
}

test(
  "a session read that fails while a user is signed in leaves the gates as they were, stale",
  scenario(async ({ context, deployment, watch }) => {
    const page = await openFaultPage(context, deployment, { account: "ada" });
    const before = await look(page);
    assert.equal(before.status, "authenticated");
    const rows = rowsOf("session");
    await tryAll(
      page,
      "session",
      rows,
      ["session"],
      (row, { ended, state, signedOut, recovered, after }, error) => {
        if (error) assert.deepEqual(ended, { error });
        else assert.deepEqual(ended, { taken: true });
        assert.equal(
          signedOut,
          row.ends || error?.code === "account-deactivated" ? 1 : 0,
          "signed-out events",
        );
        if (error?.code === "account-deactivated") {
          assert.deepEqual(state, withoutUser("unauthenticated", "deactivated"));
        } else if (error) assert.deepEqual(state, { ...before, stale: true, error });
        else if (row.ends) {
          assert.deepEqual(state, withoutUser("unauthenticated", "ended"));
        } else {
          assertTaken(state, row);
          if (row.user) assert.deepEqual(state.user, { authSource: null, ...row.user, company: null });
        }
        assert.deepEqual(recovered, { taken: true });
        assert.deepEqual(after, before);
      },
    );
    await assertNoRedirectFollowed(deployment);
    assertSilent(watch);
  }),
);

test(
  "a sign-in that fails signs no user in, and the next one does",
  scenario(async ({ context, deployment, watch }) => {
    const page = await openFaultPage(context, deployment);
    const rows = rowsOf("login");
    const next = (row, index) => {
      // To check a password takes the deployment long, so only some rows are followed by a sign-in.
      if (index % 16 === 0 || index === rows.length - 1) return ["login", "logout"];
      return row.fails ? [] : ["logout"];
    };
    await tryAll(page, "login", rows, next, (_, { ended, state, recovered, after }, error) => {
      if (error) {
        assert.deepEqual(ended, { error });
        assert.deepEqual(state, withoutUser("unauthenticated", state.reason));
      } else {
        assert.deepEqual(ended, { taken: true });
        assertTaken(state, {});
      }
      if (recovered) assert.deepEqual(recovered, { taken: true });
      assert.deepEqual([after.status, after.open, after.error], ["unauthenticated", [], null]);
    });
    await assertNoRedirectFollowed(deployment);
    assertSilent(watch);
  }),
);

test(
  "a sign-out that fails closes the gates at the call, and rejects",
  scenario(async ({ context, deployment, watch }) => {
    const page = await openFaultPage(context, deployment, { account: "ada" });
    const before = await look(page);
    const rows = rowsOf("logout");
    // Right after a sign-out that was taken, a read finds no user.
    const next = (row) => [failureOf("logout", row) ? "session" : "login"];
    await tryAll(page, "logout", rows, next, (_, { ended, state, recovered, after }, error) => {
      if (error) {
        assert.deepEqual(ended, { error });
        assert.deepEqual(state, withoutUser("unknown", null, error));
      } else {
        assert.deepEqual(ended, { taken: true });
        assert.deepEqual(state, withoutUser("unauthenticated", "signed-out"));
      }
      // The deployment has not had the sign-out: the next call shows its user again.
      assert.deepEqual(recovered, { taken: true });
      assert.deepEqual([after.user.id, after.features], [before.user.id, before.features]);
    });
    assert.deepEqual(await page.evaluate(() => faults.call("logout", session)), { taken: true });
    assert.equal((await look(page)).status, "unauthenticated");
    assertSilent(watch);
  }),
);

// On this deployment a cookie is enough for endpoints that are marked "bearer token" (identity-api.md 4.3, 4.7).
const COOKIE = ["--bearer", "cookie"];

test(
  "a permissions read that fails changes nothing",
  scenario(async ({ context, another, watch }) => {
    const page = await openFaultPage(context, await another("bare", COOKIE), { account: "ada" });
    const before = await look(page);
    const rows = rowsOf("permissions");
    await tryAll(
      page,
      "permissions",
      rows,
      callsAfter(rows, ["permissions"]),
      (row, { ended, state, recovered, after }, error) => {
        if (error) {
          assert.deepEqual(ended, { error });
          assert.deepEqual(state, before);
        } else {
          if (!row.deep) assert.deepEqual(ended, { taken: entriesOf(row.shows ?? FORGED.permissions) });
          assertTaken(state, row);
        }
        if (recovered) assert.deepEqual(recovered, { taken: before.features });
        assert.deepEqual(after, before);
      },
    );
    assertSilent(watch);
  }),
);

test(
  "a role catalogue is taken whole or not at all",
  scenario(async ({ context, another, watch }) => {
    const page = await openFaultPage(context, await another("bare", COOKIE), { account: "ada" });
    const before = await look(page);
    const config = await page.evaluate(() => faults.call("config", session));
    const failing = rowsOf("roles").filter(({ fails }) => fails);
    const next = callsAfter(failing, ["config"]);
    await tryAll(page, "roles", failing, next, (_, { ended, state, recovered, after }, error) => {
      assert.deepEqual(ended, { error });
      if (recovered) assert.deepEqual(recovered, config);
      assert.deepEqual([state, after], [before, before]);
    });
    const real = await page.evaluate(() => faults.call("roles", session));
    assert.deepEqual(real.taken?.map(({ name }) => name).sort(), ROLE_NAMES, JSON.stringify(real));

    const rows = rowsOf("roles").filter(({ fails }) => !fails);
    const results = await page.evaluate(
      ([allRows, options]) =>
        // A session keeps the catalogue that it has read: each row needs another session.
        faults.run(allRows, undefined, async () => {
          const { session } = bare.start(options);
          await session.ready;
          return session;
        }),
      [rows.map((row) => rowForDriver("roles", row, ["roles"], { asks: false })), QUIET],
    );
    judgeAll("roles", rows, results, (row, { ended, state, recovered, after }) => {
      assert.deepEqual(ended, { taken: answerOf("roles", row).roles });
      assert.deepEqual(recovered, ended, "kept for as long as the user stays the same");
      assert.deepEqual([state, after], [before, before]);
    });
    assertSilent(watch);
  }),
);

test(
  "a single sign-on configuration is taken whole or not at all",
  scenario(async ({ context, deployment, watch }) => {
    const page = await openFaultPage(context, deployment);
    const before = await look(page);
    const rows = rowsOf("config");
    const real = await page.evaluate(() => faults.call("config", session));
    assert.deepEqual(
      real.taken?.map(({ enabled }) => enabled),
      [false],
      JSON.stringify(real),
    );
    await tryAll(
      page,
      "config",
      rows,
      callsAfter(rows, ["config"]),
      (row, { ended, state, recovered, after }, error) => {
        assert.deepEqual(ended, error ? { error } : { taken: [answerOf("config", row)] });
        if (recovered) assert.deepEqual(recovered, real);
        assert.deepEqual([state, after], [before, before]);
      },
    );
    assertSilent(watch);
  }),
);

test(
  "the page's own request gets whatever the deployment answers",
  scenario(async ({ context, another, watch }) => {
    const page = await openFaultPage(context, await another("bare", COOKIE), { account: "ada" });
    const before = await look(page);
    // Without redirects: the page's own request follows them.
    const rows = TRANSPORT.filter(({ rule }) => rule.headers?.location === undefined);
    await tryAll(
      page,
      "fetch",
      rows,
      callsAfter(rows, ["fetch"]),
      (row, { ended, state, recovered, after }, error) => {
        if (error?.code === "network") {
          // A loss before the headers is the package's error, one within the body the browser's.
          if (ended.error.foreign) assert.match(ended.error.foreign, /^TypeError: /);
          else assert.deepEqual(ended, { error });
        } else assert.equal(ended.taken?.[0].status, row.rule.status ?? 200);
        if (recovered) assert.equal(recovered.taken[0].status, 200);
        assert.deepEqual([state, after], [before, before]);
      },
    );
    assertSilent(watch);
  }),
);
