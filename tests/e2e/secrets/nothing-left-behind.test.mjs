import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf, PASSWORD } from "../support/accounts.mjs";
import { known, login, logout, openBare, refresh, signIn } from "../support/bare-page.mjs";
import { demoSignInError, openDemo, signInDemo, submitDemo, waitForDemo } from "../support/demo-page.mjs";
import { LOGIN, SESSION } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { noteMessages } from "../support/script-readable.mjs";

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

test(
  "after every kind of call no storage that a script can read is used, and no message to another tab carries data",
  scenario(async ({ context, deployment, control, watch }) => {
    await watchStorage(context);
    await noteMessages(context);
    const page = await openBare(context, deployment);
    const { user } = await makeEveryCall(page, control);
    assert.deepEqual(await storageOf(page), NOTHING, "while a user is signed in");
    const cookies = await context.cookies();
    assert.ok(cookies.length > 0 && cookies.every(({ httpOnly }) => httpOnly));
    await logout(page);
    assert.deepEqual(await storageOf(page), NOTHING, "after the sign-out");
    assert.deepEqual(await context.cookies(), [], "the sign-out has ended the cookie as well");
    await assertNoSecretShown(watch);
    const messages = await page.evaluate(() => globalThis.messages);
    assert.ok(messages.length > 0, "messages of a sign-in and a sign-out");
    for (const message of messages) {
      for (const secret of [...(await watch.secrets()), user.email, user.name, "chat-history"]) {
        assert.ok(!message.includes(secret), message);
      }
    }
  }),
);

test(
  "after sign-ins, a reload and a sign-out the demo has used no storage",
  scenario({ site: "demo" }, async ({ context, deployment, watch }) => {
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
    assert.deepEqual(await storageOf(page), NOTHING);
    const text = await page.content();
    for (const secret of await watch.secrets()) assert.ok(!text.includes(secret));
    assert.equal(await page.locator(".sign-in-password").inputValue(), "");
    await assertNoSecretShown(watch);
  }),
);

/** Makes every call that handles a token or a password, with its failures, up to a last sign-in. */
async function makeEveryCall(page, control) {
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
  return signIn(page, "grace");
}

/** Asserts that no secret is in the URL of a request, or on the console. */
async function assertNoSecretShown({ secrets, urls, consoleLines }) {
  for (const secret of await secrets()) {
    // The text itself, and as it stands in URLs.
    for (const text of [secret, encodeURIComponent(secret), secret.replaceAll(" ", "+")]) {
      assert.deepEqual(
        [...urls, ...consoleLines].filter((line) => line.includes(text)),
        [],
      );
    }
  }
}

/** Notes every use of storage that a script can read, from before the first script of every page on. */
function watchStorage(context) {
  return context.addInitScript(() => {
    // The empty page that a tab begins with has no storage.
    if (!isSecureContext) return;
    const touched = [];
    globalThis.touchedStorage = touched;
    const note = (owner, name) => {
      const original = owner[name];
      owner[name] = function (...args) {
        touched.push(name);
        return original.apply(this, args);
      };
    };
    for (const name of ["getItem", "setItem", "removeItem", "clear", "key"]) note(Storage.prototype, name);
    for (const name of ["open", "deleteDatabase", "databases"]) note(IDBFactory.prototype, name);
    for (const name of ["open", "match", "has", "delete", "keys"]) note(CacheStorage.prototype, name);
    for (const name of ["pushState", "replaceState"]) note(History.prototype, name);
    note(StorageManager.prototype, "getDirectory");

    const cookie = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");
    Object.defineProperty(Document.prototype, "cookie", {
      ...cookie,
      get() {
        touched.push("document.cookie read");
        return cookie.get.call(this);
      },
      set(value) {
        touched.push("document.cookie written");
        cookie.set.call(this, value);
      },
    });
    for (const area of ["localStorage", "sessionStorage", "name"]) {
      const property = Object.getOwnPropertyDescriptor(globalThis, area);
      Object.defineProperty(globalThis, area, {
        ...property,
        get() {
          touched.push(area);
          return property.get.call(this);
        },
        set:
          property.set &&
          ((value) => {
            touched.push(`${area} written`);
            property.set.call(globalThis, value);
          }),
      });
    }
  });
}

/** Returns what is in all that storage, and what has used it since the page was loaded, or since the last call. */
function storageOf(page) {
  return page.evaluate(async () => {
    const touched = [...globalThis.touchedStorage];
    const root = await navigator.storage.getDirectory();
    const files = [];
    for await (const name of root.keys()) files.push(name);
    const left = {
      localStorage: localStorage.length,
      sessionStorage: sessionStorage.length,
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      files,
      cookies: document.cookie,
      windowName: window.name,
      historyState: history.state,
      serviceWorkers: (await navigator.serviceWorker.getRegistrations()).length,
      touched,
    };
    globalThis.touchedStorage.length = 0;
    return left;
  });
}
