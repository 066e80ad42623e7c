// `session.gate()`: one primitive for features, roles and the status, which wakes who watches it by itself.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { known, openBare, signIn } from "../support/bare-page.mjs";
import { answering, ROLES, SESSION } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

const FEATURE = { feature: "chat-history" };
const EXPERT = { atLeast: "expert" };

/** Watches these gates; what they told is in `told`, in the page. */
const watch = (page, ...gates) =>
  page.evaluate((conditions) => {
    globalThis.session ??= bare.start({}).session;
    globalThis.told = conditions.map(() => []);
    globalThis.stops = conditions.map((asked, number) =>
      session.gate(asked).subscribe((state) => told[number].push(state)),
    );
  }, gates);

const told = (page) => page.evaluate(() => globalThis.told);

const facts = (page, conditions) =>
  page.evaluate((asked) => {
    const { value, granted, initial, error } = session.gate(asked);
    return { value, granted, initial, error };
  }, conditions);

scenario(
  "a gate follows its user from the first answer to the sign-out, and says each state once",
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment, { idle: true });
    await watch(
      page,
      FEATURE,
      { status: "unauthenticated" },
      { feature: ["chat-history", "no-such-feature"] },
    );
    await signIn(page, "ada");
    await page.evaluate(() => session.refresh());
    await page.evaluate(() => session.logout());
    const [feature, status, both] = await told(page);
    assert.deepEqual(feature, ["unknown", "denied", "granted", "denied"]);
    assert.deepEqual(status, ["unknown", "granted", "denied", "granted"]);
    assert.deepEqual(both, ["unknown", "denied"]);
    assert.deepEqual(await facts(page, FEATURE), {
      value: "denied",
      granted: false,
      initial: "unknown",
      error: null,
    });
  },
);

scenario(
  "a role that is not the user's own is told once the catalogue is read, which is read once while somebody watches",
  async ({ context, another }) => {
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const { control } = deployment;
    const page = await openBare(context, deployment);
    await signIn(page, "grace");
    assert.equal((await facts(page, EXPERT)).value, "granted", "her own needs no catalogue");
    assert.equal((await facts(page, { atLeast: "default" })).value, "unknown");
    await watch(page, FEATURE);
    assert.equal((await control.requests("GET", ROLES)).length, 0, "of no use to anybody");
    await watch(page, { atLeast: "default" }, { atLeast: "administrator" }, { atLeast: "no-such-role" });
    await until("the catalogue", async () => (await told(page)).every((states) => states.length > 1));
    assert.deepEqual(await told(page), [
      ["unknown", "granted"],
      ["unknown", "denied"],
      ["unknown", "denied"],
    ]);
    assert.equal((await control.requests("GET", ROLES)).length, 1);
    await control.account(ACCOUNTS.grace.email, { role: "administrator" });
    await page.evaluate(() => session.refresh());
    assert.equal((await facts(page, { atLeast: "administrator" })).granted, true, "the new role at once");
    assert.equal((await control.requests("GET", ROLES)).length, 1);
  },
);

scenario(
  "a catalogue that is refused denies and says why, until somebody else is there",
  async ({ context, another }) => {
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const { control } = deployment;
    await control.faults(answering("GET", ROLES, { error: "Forbidden" }, { status: 403 }));
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await watch(page, EXPERT);
    await until("the refusal", async () => (await told(page))[0].length > 1);
    assert.deepEqual(await facts(page, EXPERT), {
      value: "denied",
      granted: false,
      initial: "unknown",
      error: "forbidden",
    });
    await signIn(page, "root");
    await until("the catalogue", async () => (await facts(page, EXPERT)).granted);
    assert.equal((await facts(page, EXPERT)).error, null);
  },
);

scenario(
  "a catalogue that could not be read is read again by itself, and nobody is asked to sign in for it",
  async ({ context, another }) => {
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const { control } = deployment;
    await control.faults(answering("GET", ROLES, "busy", { status: 503 }));
    const page = await openBare(context, deployment);
    await signIn(page, "root");
    await watch(page, EXPERT);
    await until("a try", async () => (await control.requests("GET", ROLES)).length > 0);
    assert.deepEqual(await told(page), [["unknown"]]);
    await until("the catalogue", async () => (await facts(page, EXPERT)).granted);
    assert.deepEqual(await told(page), [["unknown", "granted"]]);
  },
);

scenario(
  "settled says that the service cannot be reached, where ready waits until it can",
  async ({ context, deployment, control }) => {
    await control.faults(answering("GET", SESSION, "busy", { status: 503 }));
    const page = await openBare(context, deployment);
    const settled = await page.evaluate(() => session.settled.then(bare.plain));
    assert.deepEqual([settled.status, settled.error.code], ["unknown", "server-error"]);
    assert.equal((await known(page)).status, "unauthenticated");
    await page.evaluate(() => session.close());
    const closed = await page.evaluate(() => Promise.all([session.settled, session.ready].map(bare.outcome)));
    assert.deepEqual(
      closed.map(({ error }) => error.code),
      ["closed", "closed"],
    );
  },
);

scenario("a page has one session, until it is closed", async ({ context, deployment }) => {
  const page = await openBare(context, deployment, { idle: true });
  const facts = await page.evaluate(async () => {
    const { pageSession } = bare.platformSession;
    const first = pageSession({ tabs: false });
    const same = pageSession() === first;
    first.close();
    const second = pageSession();
    await second.ready;
    return [same, second === first, second.snapshot.status];
  });
  assert.deepEqual(facts, [true, false, "unauthenticated"]);
});

scenario("a page is warned once before its session ends", async ({ context, deployment }) => {
  const page = await openBare(context, deployment, { idle: true });
  const { warned, expiresAt } = await page.evaluate(async (credentials) => {
    const session = bare.platformSession.createSession({ expiringMs: 24 * 60 * 60 * 1000 });
    const warned = [];
    session.addEventListener("expiring", ({ detail }) => warned.push(detail));
    await session.login(credentials);
    await session.refresh();
    return { warned, expiresAt: session.snapshot.expiresAt };
  }, credentialsOf("ada"));
  assert.deepEqual(warned, [{ expiresAt }]);
});

scenario(
  "a page that a server rendered keeps what it was rendered with beside what is known now",
  async ({ context, deployment }) => {
    const first = await openBare(context, deployment);
    await signIn(first, "ada");
    const rendered = await first.evaluate(() => fetch("/api/auth/session").then((answer) => answer.json()));
    await first.evaluate(() => session.logout());
    const page = await openBare(context, deployment, { options: { initial: rendered } });
    await until("the deployment's word", async () => (await facts(page, FEATURE)).value === "denied");
    assert.equal((await facts(page, FEATURE)).initial, "granted");
    const { status, name } = await page.evaluate(() => ({
      status: session.initial.status,
      name: session.initial.user.name,
    }));
    assert.deepEqual([status, name], ["authenticated", rendered.user.name]);
    const readings = await page.evaluate(() => {
      const { value, initial } = session.permissions.reading("chat-history");
      return [value.state, initial.state, Object.isFrozen(value)];
    });
    assert.deepEqual(readings, ["denied", "granted", true]);
  },
);
