// The scenarios of an app of a guide that renders on a server of its own.

import assert from "node:assert/strict";
import { once } from "../../adapters/support/bundle.mjs";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { LOGIN, SESSION } from "../../e2e/support/identity-api.mjs";
import { test as register } from "../../e2e/support/scenario.mjs";
import { consumerBehaviour, showsLastingFailures } from "./behaviour.mjs";
import { startFront } from "./front.mjs";
import { startServer } from "./server-of-an-app.mjs";

const NO_CACHE = /^private\b.*\bno-store\b/;
/** Texts that are not for a user with Ada's plan and role. */
const CLOSED = ["Reports of everybody.", "No chats in your plan."];

/**
 * Registers the scenarios of an app. `build()` builds it, and Node starts its server with `commandArguments(port)` in `cwd`. A reverse proxy is
 * in front of that server and of the deployment. Returns the function of `consumerBehaviour`, with a property `serve`: `serve(another)` starts the app.
 */
export function renderedBehaviour(name, { build, commandArguments, cwd, env = {}, needs }) {
  const built = once(build);
  let running;
  register.afterAll(async () => {
    await Promise.all((running ?? []).map(({ stop }) => stop()));
  });

  const serve = async (another) => {
    await built();
    const deployment = await another("bare", ["--bearer", "cookie"]);
    if (!running) {
      const app = await startServer(commandArguments, {
        cwd,
        env: { ...env, PLATFORM_ORIGIN: deployment.origin },
      });
      running = [app];
      running.push(await startFront({ deployment: deployment.origin, app: app.origin }));
    }
    return { origin: running[1].origin, control: deployment.control };
  };
  // A page that was rendered for a user is not cached, not even by the browser.
  const test = consumerBehaviour(name, serve, { ...needs, isLoadedAnew: true });
  showsLastingFailures(test);

  test("the server renders each user's own gates, and neither cookie nor token", async ({ origin }) => {
    const [ada, grace] = [await signIn(origin, "ada"), await signIn(origin, "grace")];
    const pages = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const { cookie } = index % 2 ? grace : ada;
        const answer = await fetch(`${origin}/reports`, { headers: { cookie } });
        assert.match(answer.headers.get("cache-control"), NO_CACHE);
        return answer.text();
      }),
    );
    pages.forEach((html, index) => {
      const [own, other] = index % 2 ? ["Grace Hopper", "Ada Lovelace"] : ["Ada Lovelace", "Grace Hopper"];
      assert.match(html, /<p>Your chats\.<\/p>/);
      assert.ok(html.includes(own) && !html.includes(other));
      assert.match(html, index % 2 ? /<p>Reports of everybody\.<\/p>/ : /<p>For experts\.<\/p>/);
      for (const { token, cookie } of [ada, grace])
        for (const secret of [token, cookie.split("=")[1]]) assert.equal(html.includes(secret), false);
    });
    const signedOut = await fetch(`${origin}/reports`, { redirect: "manual" });
    assert.ok([302, 307].includes(signedOut.status));
    const { pathname, search } = new URL(signedOut.headers.get("location"), `${origin}/reports`);
    assert.match(pathname + search, /^\/sign-in\?from=(?:\/|%2F)reports$/);
  });

  test("without scripts a page shows the content of open gates, and none of closed ones", async ({
    context,
    origin,
  }) => {
    const { cookie } = await signIn(origin, "ada");
    const plain = await context
      .browser()
      .newContext({ javaScriptEnabled: false, extraHTTPHeaders: { cookie } });
    try {
      const page = await plain.newPage();
      await page.goto(`${origin}/reports`);
      const isVisible = (text) => page.getByText(text, { exact: true }).isVisible();
      assert.deepEqual(await Promise.all(["Your chats.", "For experts."].map(isVisible)), [true, true]);
      assert.deepEqual(await Promise.all([...CLOSED, "Sign in"].map(isVisible)), [false, false, false]);
    } finally {
      await plain.close();
    }
  });

  test("a page that the server rendered is hydrated without a warning, and without a change of its text", async ({
    context,
    origin,
    watch,
  }) => {
    assert.equal((await context.request.post(origin + LOGIN, { data: credentialsOf("ada") })).status(), 200);
    const page = await context.newPage();
    await page.goto(`${origin}/reports`);
    await page.getByText("Your chats.").waitFor();
    await page.waitForFunction(
      () => performance.getEntriesByName(`${location.origin}/api/auth/session`).length,
    );
    await watch.quiet();
    assert.equal(await page.getByText("Your chats.").count(), 1);
    assert.deepEqual(await page.evaluate(() => shown), ["Reports of Ada Lovelace", "Your chats."]);
    assert.deepEqual(watch.consoleLines, []);
    const loadedPaths = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        // Files from the cache have no size: the app may have prefetched them.
        .filter(({ transferSize }) => transferSize > 0)
        .map(({ name }) => new URL(name).pathname),
    );
    assert.equal(
      loadedPaths.filter((path) => path.endsWith(".wasm")).length,
      1,
      "the WebAssembly is loaded once",
    );
    assert.equal(loadedPaths.filter((path) => path === SESSION).length, 1, "the session is read once");
  });

  return Object.assign(test, { serve });
}

/** Registers a scenario of an app that adds the session's headers to a `Response`; its route `/handed-on` returns a response of `fetch`. */
export function passesResponsesOn(test) {
  test("a route that returns a response of `fetch` adds the session's headers to it", async ({ origin }) => {
    const answer = await fetch(`${origin}/handed-on`);
    assert.equal(await answer.text(), "Handed on.");
    assert.match(answer.headers.get("cache-control"), NO_CACHE);
  });
}

/** Signs in, and returns the token and the cookie. */
async function signIn(origin, name) {
  const answer = await fetch(origin + LOGIN, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credentialsOf(name)),
  });
  const { access_token: token } = await answer.json();
  return { token, cookie: answer.headers.get("set-cookie").split(";")[0] };
}
