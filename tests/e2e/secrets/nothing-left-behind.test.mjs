import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf, PASSWORD } from "../support/accounts.mjs";
import { known, login, logout, openBare, refresh, signIn } from "../support/bare-page.mjs";
import { demoSignInError, openDemo, signInDemo, submitDemo, waitForDemo } from "../support/demo-page.mjs";
import { LOGIN, SESSION } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";
import { leftBehind, watchStorage } from "../support/storage.mjs";

const { scenario } = stage();

const NOTHING = {
  localStorage: 0,
  sessionStorage: 0,
  databases: [],
  caches: [],
  files: [],
  cookies: "",
  windowName: "",
  historyState: null,
  serviceWorkers: 0,
  touched: [],
};

scenario(
  "after a whole journey nothing is left in what a script can read",
  async ({ context, deployment, control, watch }) => {
    await watchStorage(context);
    const page = await openBare(context, deployment);
    await journey(page, control);
    assert.deepEqual(await leftBehind(page), NOTHING);
    assert.deepEqual(await context.cookies(), [], "the sign-out has ended the cookie as well");
    await assertUnspoken(watch);
  },
);

scenario(
  "while someone is signed in nothing is in what a script can read, and the cookie is HttpOnly",
  async ({ context, deployment }) => {
    await watchStorage(context);
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    assert.deepEqual(await leftBehind(page), NOTHING);
    const cookies = await context.cookies();
    assert.ok(cookies.length > 0 && cookies.every(({ httpOnly }) => httpOnly));
  },
);

scenario(
  "neither the token nor the password can be reached from anything the package hands out",
  async ({ context, deployment, control, watch }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const held = await findSecrets(page, watch);
    assert.deepEqual(held, { found: [], control: true });

    await journey(page, control);
    assert.deepEqual(await findSecrets(page, watch), { found: [], control: true });
  },
);

scenario("no message to another tab carries data", async ({ context, deployment, watch }) => {
  await context.addInitScript(() => {
    globalThis.messages = [];
    const { postMessage } = BroadcastChannel.prototype;
    BroadcastChannel.prototype.postMessage = function (message) {
      globalThis.messages.push(JSON.stringify(message));
      return postMessage.call(this, message);
    };
  });
  const page = await openBare(context, deployment);
  const { user } = await signIn(page, "ada");
  await logout(page);
  const messages = await page.evaluate(() => globalThis.messages);
  assert.ok(messages.length > 0, "tabs are told of a sign-in and of a sign-out");
  for (const message of messages) {
    for (const secret of [...(await watch.secrets()), user.email, user.name, "chat-history"]) {
      assert.ok(!message.includes(secret), message);
    }
  }
});

scenario(
  "after a whole journey the demo has left nothing behind either",
  { site: "demo" },
  async ({ context, deployment, watch }) => {
    await watchStorage(context);
    const page = await openDemo(context, deployment);
    await waitForDemo(page, { status: "unauthenticated" });
    await submitDemo(page, { email: ACCOUNTS.ada.email, password: "not the password" });
    await demoSignInError(page);
    await signInDemo(page, "ada");
    await page.reload();
    await waitForDemo(page, { status: "authenticated" });
    await page.getByTestId("sign-out").click();
    await waitForDemo(page, { status: "unauthenticated", reason: "signed-out" });
    assert.deepEqual(await leftBehind(page), NOTHING);
    const text = await page.content();
    for (const secret of await watch.secrets()) assert.ok(!text.includes(secret));
    assert.equal(await page.locator(".sign-in-password").inputValue(), "");
    await assertUnspoken(watch);
  },
);

/** Everything that handles a token or a password, with its failures. */
async function journey(page, control) {
  await known(page);
  await login(page, { ...credentialsOf("ada"), password: `${PASSWORD}, but wrong` });
  await control.faults({ method: "POST", path: LOGIN, times: 1, status: 500 });
  await login(page, credentialsOf("ada"));
  await signIn(page, "ada");
  await control.faults({ method: "GET", path: SESSION, times: 1, status: 503 });
  await refresh(page);
  await refresh(page);
  await login(page, credentialsOf("root"));
  await logout(page);
  await page.reload();
  await known(page);
  await signIn(page, "grace");
  await logout(page);
}

async function assertUnspoken({ secrets, urls, consoleLines }) {
  for (const secret of await secrets()) {
    // As it is, and as a URL would have it.
    for (const text of [secret, encodeURIComponent(secret), secret.replaceAll(" ", "+")]) {
      assert.deepEqual(
        [...urls, ...consoleLines].filter((line) => line.includes(text)),
        [],
      );
    }
  }
}

/**
 * Where a token or the password turns up in all that can be reached from the session, its snapshots, events and
 * errors, the package's module and what the page's globals and its performance entries show. `control` says that
 * the search would have found what does lie there.
 */
async function findSecrets(page, watch) {
  return page.evaluate(
    async ([secrets, signIn]) => {
      const errors = [];
      for (const call of [
        () => session.login({ ...signIn, password: `${signIn.password}!` }),
        () => session.fetch?.("https://elsewhere.example/"),
      ]) {
        await Promise.resolve()
          .then(call)
          .catch((error) => errors.push(error));
      }
      const roots = {
        session,
        snapshots: seen.snapshots,
        events: seen.events,
        errors: errors.map((error) => [
          error,
          error.message,
          error.stack,
          error.cause,
          String(error),
          JSON.stringify(error),
        ]),
        module: { ...bare.platformSession },
        json: [
          JSON.stringify(session),
          JSON.stringify(session.snapshot),
          JSON.stringify(seen.events.map(({ detail }) => detail)),
        ],
        performance: performance.getEntries().map((entry) => JSON.stringify(entry)),
        globals: Object.getOwnPropertyNames(globalThis)
          .filter((name) => !["bare", "seen", "session"].includes(name))
          .map((name) => globalThis[name])
          .filter((value) => typeof value === "string"),
      };
      const found = [];
      const reached = new Set();
      for (const [name, root] of Object.entries(roots)) {
        bare.deeply(root, (value) => {
          if (typeof value !== "string") return;
          reached.add(value);
          if (secrets.some((secret) => value.includes(secret))) found.push(`${name}: ${value}`);
        });
      }
      return { found, control: reached.has(signIn.email) || reached.has("signed-out") };
    },
    [await watch.secrets(), credentialsOf("ada")],
  );
}
