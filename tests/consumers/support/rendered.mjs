// What every consumer app does that renders on a server of its own.

import assert from "node:assert/strict";
import { once } from "../../adapters/support/bundle.mjs";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { LOGIN, SESSION } from "../../e2e/support/identity-api.mjs";
import { test as register } from "../../e2e/support/scenario.mjs";
import { consumerBehaviour, tellsWhatWaitingDoesNotHelp } from "./behaviour.mjs";
import { startFront } from "./front.mjs";
import { startServer } from "./server-of-an-app.mjs";

const KEPT_IN_NO_CACHE = /^private\b.*\bno-store\b/;
/** What is not for a user of Ada's plan and role. */
const CLOSED = ["Reports of everybody.", "No chats in your plan."];

/**
 * Registers the scenarios of an app that `build()` builds, with a server that `commandArguments(port)` starts in `cwd`,
 * with one address in front of it and of the deployment. Gives what registers the scenarios of that app alone, with `serve(another)`.
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
  // What was rendered for one user is kept by no cache, the browser's included.
  const test = consumerBehaviour(name, serve, { ...needs, isLoadedAnew: true });
  tellsWhatWaitingDoesNotHelp(test);

  test("the server renders each user's own gates open, and neither cookie nor token", async ({ origin }) => {
    const [ada, grace] = [await signIn(origin, "ada"), await signIn(origin, "grace")];
    const pages = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const { cookie } = index % 2 ? grace : ada;
        const answer = await fetch(`${origin}/reports`, { headers: { cookie } });
        assert.match(answer.headers.get("cache-control"), KEPT_IN_NO_CACHE);
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

  test("a gate that the server opened shows without any script, and one that it closed does not", async ({
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

  test("what the server rendered is hydrated without a warning, and without a flash", async ({
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
    const came = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        // What the browser had already has no size: a tool may have told it to prefetch.
        .filter(({ transferSize }) => transferSize > 0)
        .map(({ name }) => new URL(name).pathname),
    );
    assert.equal(came.filter((path) => path.endsWith(".wasm")).length, 1, "the WebAssembly comes once");
    assert.equal(came.filter((path) => path === SESSION).length, 1, "and so does the session");
  });

  return Object.assign(test, { serve });
}

/** For an app that adds the session's headers to a `Response`. Its route `/handed-on` answers with one of `fetch`. */
export function handsOnAnswers(test) {
  test("a route may hand on what `fetch` answered: the session's headers go with it", async ({ origin }) => {
    const answer = await fetch(`${origin}/handed-on`);
    assert.equal(await answer.text(), "Handed on.");
    assert.match(answer.headers.get("cache-control"), KEPT_IN_NO_CACHE);
  });
}

/** The token and the cookie of a sign-in. */
async function signIn(origin, name) {
  const answer = await fetch(origin + LOGIN, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credentialsOf(name)),
  });
  const { access_token: token } = await answer.json();
  return { token, cookie: answer.headers.get("set-cookie").split(";")[0] };
}
