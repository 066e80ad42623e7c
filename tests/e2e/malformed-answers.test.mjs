import assert from "node:assert/strict";
import { credentialsOf } from "./support/accounts.mjs";
import {
  eventsOf,
  gatesOf,
  known,
  login,
  openBare,
  refresh,
  refreshAnew,
  signIn,
  snapshotOf,
  snapshotsOf,
} from "./support/bare-page.mjs";
import { closedGates, FEATURES, gatesFor } from "./support/features.mjs";
import { answering, LOGIN, SESSION, sessionBody } from "./support/identity-api.mjs";
import { stage } from "./support/stage.mjs";
import { until } from "./support/until.mjs";

const { scenario } = stage();

const granted = Object.fromEntries(FEATURES.map((name) => [name, { enabled: true, limit: null }]));
const good = sessionBody(granted);
const html = "<!doctype html><title>Sign in to the proxy</title><p>authenticated: true</p>";

/** Answers that open every gate to a reader that is not careful. */
const SESSION_ANSWERS = {
  "a proxy's page with status 200": [html, { headers: { "content-type": "text/html" } }],
  "a page that says it is JSON": [html],
  "an array of the right parts": [[true, good.user]],
  "the answer within an array": [[good]],
  "true alone": ["true"],
  null: ["null"],
  "a string": [JSON.stringify(JSON.stringify(good))],
  "authenticated as a string": [{ ...good, authenticated: "true" }],
  "authenticated as a number": [{ ...good, authenticated: 1 }],
  "authenticated not said": [{ user: good.user }],
  "authenticated without a user": [{ authenticated: true }],
  "authenticated with the user null": [{ authenticated: true, user: null }],
  "a user that is an array": [{ authenticated: true, user: Object.values(good.user) }],
  "a user in the prototype's place": [
    JSON.stringify({ authenticated: true, PROTO: { user: good.user } }).replace("PROTO", "__proto__"),
  ],
  "a session in the prototype's place": [JSON.stringify({ PROTO: good }).replace("PROTO", "__proto__")],
  "permissions that are an array": [sessionBody(Object.entries(granted))],
  "a name that is no text": [
    JSON.stringify(sessionBody({ ...granted, "chat-BROKEN": granted["chat-history"] })).replace(
      "BROKEN",
      "\\ud800",
    ),
  ],
  "JSON that ends too soon": [JSON.stringify(good).slice(0, -2)],
  "two answers in one": [JSON.stringify(good) + JSON.stringify(good)],
  "an empty body": [""],
  "no content": ["", { status: 204 }],
};

for (const [what, [body, options = {}]] of Object.entries(SESSION_ANSWERS)) {
  scenario(
    `at load, ${what} opens nothing, and the next good answer is taken`,
    async ({ context, deployment, control }) => {
      await control.faults(answering("GET", SESSION, body, { ...options, times: 50 }));
      const page = await openBare(context, deployment);
      await until(
        "the failure to be told",
        async () => (await snapshotOf(page)).error?.code === "invalid-response",
      );
      assert.equal((await snapshotOf(page)).status, "unknown");
      assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));

      await control.faults(answering("GET", SESSION, good, { times: 50 }));
      const { value } = await refreshAnew(page);
      assert.equal(value.status, "authenticated");
      assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(granted));
      assert.ok((await snapshotsOf(page)).every(({ status }) => status !== "unauthenticated"));
    },
  );
}

scenario(
  "a malformed answer to a later read changes nothing but that it is stale",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    const before = await signIn(page, "ada");
    for (const [what, [body, options = {}]] of Object.entries(SESSION_ANSWERS)) {
      await control.faults(answering("GET", SESSION, body, { ...options, times: 50 }));
      const { error } = await refresh(page);
      assert.equal(error?.code, "invalid-response", what);
      assert.deepEqual(await snapshotOf(page), { ...before, stale: true, error }, what);
      assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(before.features), what);
      await control.clearFaults();
      assert.deepEqual((await refreshAnew(page)).value, before, what);
    }
    assert.deepEqual(await eventsOf(page, "signed-out"), []);
  },
);

const LOGIN_ANSWERS = {
  "a proxy's page with status 200": [html, { headers: { "content-type": "text/html" } }],
  "an array": [[true, "a-token", good.user]],
  "no user": [{ success: true, access_token: "a-token" }],
  "a user that is null": [{ success: true, access_token: "a-token", user: null }],
  "permissions that are an array": [
    { success: true, access_token: "a-token", user: { ...good.user, permissions: [granted] } },
  ],
  "JSON that ends too soon": [
    JSON.stringify({ success: true, access_token: "a-token", user: good.user }).slice(0, -1),
  ],
  "no content": ["", { status: 204 }],
};

for (const [what, [body, options = {}]] of Object.entries(LOGIN_ANSWERS)) {
  scenario(
    `at sign-in, ${what} signs nobody in, and the next good answer does`,
    async ({ context, deployment, control }) => {
      const page = await openBare(context, deployment);
      await known(page);
      await control.faults(answering("POST", LOGIN, body, options));
      const { error } = await login(page, credentialsOf("ada"));
      assert.equal(error?.code, "invalid-response");
      assert.notEqual((await snapshotOf(page)).status, "authenticated");
      assert.ok(Object.values(await gatesOf(page, FEATURES)).every(({ can }) => !can));
      const { value } = await login(page, credentialsOf("ada"));
      assert.equal(value.user.email, credentialsOf("ada").email);
    },
  );
}
