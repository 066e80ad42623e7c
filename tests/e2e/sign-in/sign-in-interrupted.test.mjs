import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import {
  eventsOf,
  known,
  openBare,
  refresh,
  signIn,
  snapshotOf,
  snapshotsOf,
} from "../support/bare-page.mjs";
import { LOGIN } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

const slowSignIn = { method: "POST", path: LOGIN, times: 1, delay_ms: 1_000 };

scenario("a newer sign-in supersedes an older one", async ({ context, deployment, control }) => {
  const page = await openBare(context, deployment);
  await known(page);
  await control.faults(slowSignIn);
  const older = await start(page, "first", "ada");
  await start(page, "second", "grace");
  assert.equal(codeOf(await ended(page, "first")), "superseded");
  assert.equal((await ended(page, "second")).value.user.email, ACCOUNTS.grace.email);

  await older.response();
  const { value } = await refresh(page);
  assert.equal(value.user.email, ACCOUNTS.grace.email);
  assert.ok((await snapshotsOf(page)).every(({ user }) => user?.email !== ACCOUNTS.ada.email));
  assert.deepEqual(
    (await eventsOf(page, "signed-in")).map(({ detail }) => detail.user.email),
    [ACCOUNTS.grace.email],
  );
});

scenario("a sign-out supersedes a sign-in that is under way", async ({ context, deployment, control }) => {
  const page = await openBare(context, deployment);
  await known(page);
  await control.faults(slowSignIn);
  const older = await start(page, "first", "ada");
  await page.evaluate(() => session.logout());
  assert.equal(codeOf(await ended(page, "first")), "superseded");
  await older.response();
  const { value } = await refresh(page);
  assert.equal(value.status, "unauthenticated");
  assert.ok((await snapshotsOf(page)).every(({ status }) => status !== "authenticated"));
});

scenario("a sign-in can be called off", async ({ context, deployment, control }) => {
  const page = await openBare(context, deployment);
  await known(page);
  await control.faults(slowSignIn);
  await start(page, "first", "ada");
  await page.evaluate(() => controllers.first.abort());
  assert.equal(codeOf(await ended(page, "first")), "aborted");
  await until("the session to be known", async () => (await snapshotOf(page)).status === "unauthenticated");
  assert.ok((await snapshotsOf(page)).every(({ status }) => status !== "authenticated"));

  const { user } = await signIn(page, "grace");
  assert.equal(user.email, ACCOUNTS.grace.email);
});

scenario(
  "a sign-in that was called off before it began sends nothing",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await known(page);
    const { error } = await page.evaluate(
      (credentials) => bare.outcome(session.login(credentials, { signal: AbortSignal.abort() })),
      credentialsOf("ada"),
    );
    assert.equal(error.code, "aborted");
    assert.deepEqual(await control.requests("POST", LOGIN), []);
    assert.equal((await snapshotOf(page)).status, "unauthenticated");
  },
);

scenario(
  "a sign-in as someone else replaces user and permissions in one step",
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    const ada = await signIn(page, "ada");
    const root = await signIn(page, "root");
    assert.notDeepEqual(root.features, ada.features);
    for (const { user, features } of await snapshotsOf(page)) {
      const owner = [ada, root].find((each) => each.user.id === user?.id);
      assert.deepEqual(features, owner?.features ?? {});
    }
    assert.deepEqual(
      (await eventsOf(page, "signed-in")).map(({ detail }) => detail.user.email),
      [ACCOUNTS.ada.email, ACCOUNTS.root.email],
    );
  },
);

/** Begins a sign-in in the page, to be asked for by its label, and returns its request once that has left. */
async function start(page, label, account) {
  const request = page.waitForRequest((each) => new URL(each.url()).pathname === LOGIN);
  await page.evaluate(
    ([name, credentials]) => {
      globalThis.attempts ??= {};
      globalThis.controllers ??= {};
      controllers[name] = new AbortController();
      attempts[name] = bare.outcome(session.login(credentials, { signal: controllers[name].signal }));
    },
    [label, credentialsOf(account)],
  );
  return request;
}

const ended = (page, label) => page.evaluate((name) => attempts[name], label);

const codeOf = ({ error }) => error?.code;
