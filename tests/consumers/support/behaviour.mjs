// The scenarios that the app of every guide passes, in Chromium.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf, PASSWORD } from "../../e2e/support/accounts.mjs";
import { LOGIN, LOGOUT, SESSION } from "../../e2e/support/identity-api.mjs";
import { arrival, goBack, readAnew } from "../../e2e/support/page-life.mjs";
import { test as register, scenario } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { policyWith } from "./policy.mjs";
import { assertSeen } from "./seen.mjs";

/** Texts that only a signed-in user may see. */
const PROTECTED = ["Reports of Ada Lovelace", "Your chats.", "Reports of everybody."];
/** A protected page, for which query and fragment matter. */
const DEEP = "/reports?customer=42#figures";
const OUTAGE = "The service cannot be reached. Trying again…";
const NOT_SIGNED_OUT = "You are not signed out yet. Trying again…";
/** Texts of `<sign-in-form>` while the session is unknown, in apps that show it in place of the page. */
export const FORM_SAYS = {
  outage: "The service has a problem. Trying again…",
  refusal: "The service does not offer this sign-in.",
};
const INLINE = "'unsafe-inline'";
/** Returns the policy that the package needs, with the sources that the app's framework needs, too. */
const policyFor = ({ inlineScripts = false, inlineStyles = false, html = false }) =>
  policyWith({
    scripts: inlineScripts ? [INLINE] : [],
    styles: inlineStyles ? ["'self'", INLINE] : ["'self'"],
    images: ["'self'"],
    html,
  });
/** The words of docs/bundlers.md for the needs of a framework. */
const IN_WORDS = { inlineScripts: "inline scripts", inlineStyles: "inline styles", html: "no Trusted Types" };

/** Notes, in the page's `shown`, each of these texts that was ever visible. */
function watchTexts(texts) {
  globalThis.shown = [];
  const note = () => {
    // biome-ignore lint/performance/useDomNodeTextContent: what is shown, and not what a script holds.
    const text = document.body?.innerText ?? "";
    for (const each of texts) {
      if (text.includes(each) && !globalThis.shown.includes(each)) globalThis.shown.push(each);
    }
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
  addEventListener("pageshow", ({ persisted }) => {
    // Texts from before the page was left do not count.
    if (persisted) globalThis.shown = [];
    note();
    requestAnimationFrame(note);
  });
}

const shows = (page, text) => page.getByText(text, { exact: false }).first().waitFor();
const shown = (page) => page.evaluate(() => globalThis.shown);
const at = (page, path) =>
  until(`the address ${path}`, () => new URL(page.url()).pathname.replace(/(.)\/$/, "$1") === path);

/** Waits for this whole address; a server of static files may add a slash to the path. */
const atWhole = (page, address) =>
  until(`the address ${address} (${page.url()})`, () => page.url().replace("/?", "?") === address);

async function submit(page, { email }) {
  // The form of a page that a server rendered works only after its scripts run, which read the session first.
  await page.waitForFunction((path) => performance.getEntriesByName(location.origin + path).length, SESSION);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/**
 * Registers the scenarios, and returns a function that registers more of them for the same app. `serve(another)` starts the app and resolves
 * with its `origin` and the deployment's `control`. The app must show `PROTECTED` at `/reports`. `needs`: the sources that its framework needs in a
 * policy (docs/deploying.md), and `isLoadedAnew`, if its pages must not be kept in the back/forward cache. `outage`: its text while the
 * deployment answers 503.
 */
export function consumerBehaviour(name, serve, needs = {}, outage = OUTAGE) {
  const test = (title, ...rest) => {
    const run = rest.pop();
    register(
      `${name}: ${title}`,
      scenario({ expects: [/Failed to load resource/], ...rest[0] }, async ({ context, watch, another }) => {
        const { origin, control } = await serve(another);
        await context.addInitScript(watchTexts, [...PROTECTED, outage, "One moment…", "Password"]);
        await run({ context, watch, origin, control, open: async (path) => opened(context, origin + path) });
      }),
    );
  };

  test("a protected page leads to the sign-in and back, its gates follow the role, and a sign-out closes it", async ({
    control,
    open,
  }) => {
    const page = await open("/");
    await shows(page, "You are signed out.");
    await page.getByRole("link", { name: "Reports" }).click();
    await at(page, "/sign-in");
    await shows(page, "Password");
    await submit(page, ACCOUNTS.ada);
    await shows(page, "Reports of Ada Lovelace");
    await at(page, "/reports");
    await shows(page, "Your chats.");
    await shows(page, "For experts.");
    assert.equal((await shown(page)).includes("Reports of everybody."), false);

    await control.account(ACCOUNTS.ada.email, { role: "expert" });
    await readAnew(page);
    await shows(page, "Reports of everybody.");

    await page.getByRole("button", { name: "Sign out" }).click();
    await at(page, "/sign-in");
    assert.equal(await page.getByText("Your chats.").count(), 0);
    await page.evaluate(() => void globalThis.shown.splice(0));
    await page.goBack();
    await until("an unprotected page", async () => {
      const { pathname } = new URL(page.url());
      return (
        !pathname.startsWith("/reports") &&
        (await page.getByText("Password").or(page.getByText("You are signed out.")).count()) > 0
      );
    });
    for (const text of PROTECTED) assert.equal((await shown(page)).includes(text), false, text);
  });

  test("a reloaded protected page shows no sign-in to a signed-in user, and no content to a signed-out one", async ({
    context,
    control,
    open,
  }) => {
    const first = await open("/");
    await first.evaluate(
      ([path, email, password]) =>
        fetch(path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ email, password }),
        }).then(() => {}),
      [LOGIN, ACCOUNTS.ada.email, PASSWORD],
    );
    const page = await open("/reports");
    await shows(page, "Your chats.");
    await at(page, "/reports");
    assert.equal((await shown(page)).includes("Password"), false, "no sign-in between");

    // The user is signed out while the page is left, and the browser goes back to it.
    await page.goto("about:blank");
    await context.clearCookies();
    await page.goBack();
    await shows(page, "Password");
    await at(page, "/sign-in");
    await control.clearLog();
    // There is no loop of navigations or reads.
    await page.waitForTimeout(500);
    assert.ok((await control.requests("GET", SESSION)).length <= 2);
  });

  test("the sign-in leads to no other site, however its parameter `from` is written", async ({
    origin,
    open,
  }) => {
    const other = `/${origin.replace("http://127.0.0.1", "localhost")}/reports`;
    const addressOf = (from) => `/sign-in?from=${encodeURIComponent(from)}`;
    // A URL parser removes tabs and line ends, so this address begins with two slashes.
    const page = await open(addressOf(`/\t${other}`));
    await shows(page, "Password");
    await submit(page, ACCOUNTS.ada);
    await until("its own site", () => page.url() === `${origin}/`);
    for (const from of [`/${other}`, `/\\${other}`, `/\n${other}`]) {
      await page.goto(origin + addressOf(from));
      await until("its own site", () => page.url() === `${origin}/`);
    }
  });

  test("the sign-in leads back to the whole address, and so does single sign-on, by the sign-in page", async ({
    context,
    origin,
    open,
  }) => {
    const page = await open(DEEP);
    await shows(page, "Password");
    await submit(page, ACCOUNTS.ada);
    await atWhole(page, origin + DEEP);
    await page.close();

    await context.clearCookies();
    const other = await open(DEEP);
    await shows(other, "Password");
    // The return URL of the guides, and the fragment, which a browser keeps through redirects.
    const returnAddress = await other.evaluate(() => location.pathname + location.search + location.hash);
    await other.goto("about:blank");
    await context.request.post(origin + LOGIN, { data: credentialsOf("ada") });
    await other.goto(origin + returnAddress);
    await atWhole(other, origin + DEEP);
  });

  test("the sign-in leads only the same user back, and no user after a sign-out", async ({
    control,
    origin,
    open,
  }) => {
    const page = await open(DEEP);
    await shows(page, "Password");
    await submit(page, ACCOUNTS.ada);
    await shows(page, "Reports of Ada Lovelace");
    await page.getByRole("button", { name: "Sign out" }).click();
    await at(page, "/sign-in");
    await submit(page, ACCOUNTS.grace);
    await atWhole(page, `${origin}/`);

    for (const [account, address] of [
      ["grace", DEEP],
      ["ada", "/"],
    ]) {
      await page.goto(origin + DEEP);
      await shows(page, "Reports of Grace Hopper");
      await control.expire();
      await readAnew(page);
      await at(page, "/sign-in");
      await submit(page, ACCOUNTS[account]);
      await atWhole(page, origin + address);
    }
  });

  test("the app signs in and out under the strictest policy that its framework allows", ({
    context,
    watch,
    origin,
  }) => signsInAndOut(name, { context, watch, origin, needs }));
  test("Back to a page in the back/forward cache shows no protected content once its user is signed out", {
    window: true,
  }, async ({ context, origin, control, open }) => {
    const page = await open("/sign-in");
    const reasons = [];
    let isKept = false;
    // The browser may drop a page from the cache, so this is tried more than once.
    while (!isKept && reasons.length < (needs.isLoadedAnew ? 1 : 3)) {
      await submit(page, ACCOUNTS.ada);
      await page.getByRole("button", { name: "Sign out" }).waitFor();
      await page.getByRole("link", { name: "Reports" }).click();
      await shows(page, "Your chats.");
      await page.evaluate(() => {
        globalThis.isKept = true;
      });
      await page.goto(origin + SESSION);
      await context.clearCookies();
      // A slow read: until it is answered, the page has only its state from the cache.
      await control.faults({ method: "GET", path: SESSION, times: 2, delay_ms: 500 });
      await goBack(page);
      await arrival(
        page,
        (elsewhere) => location.pathname !== elsewhere && document.readyState === "complete",
        SESSION,
      );
      isKept = await page.evaluate(() => globalThis.isKept === true);
      reasons.push(
        await page.evaluate(() => performance.getEntriesByType("navigation")[0].notRestoredReasons),
      );
      await shows(page, "Password");
      await at(page, "/sign-in");
      for (const text of PROTECTED) assert.equal((await shown(page)).includes(text), false, text);
      await control.clearFaults();
    }
    // A page that must not be cached is loaded anew.
    assert.equal(isKept, !needs.isLoadedAnew, JSON.stringify(reasons));
  });

  test("a failed sign-out is shown on every page until the deployment has confirmed it", async ({
    control,
    open,
  }) => {
    const page = await open("/reports");
    await shows(page, "Password");
    await submit(page, ACCOUNTS.ada);
    await shows(page, "Your chats.");
    await control.faults({ method: "POST", path: LOGOUT, times: 100, status: 503 });
    await page.getByRole("button", { name: "Sign out" }).click();
    const alert = page.getByRole("alert").or(page.getByRole("status")).filter({ hasText: NOT_SIGNED_OUT });
    await alert.waitFor();
    assert.equal(await page.getByText("Your chats.").isVisible(), false);
    await control.clearFaults();
    await alert.waitFor({ state: "hidden" });
    await shows(page, "Password");
    await at(page, "/sign-in");
  });

  test("during an outage a protected page waits, and does not lead to the sign-in", async ({
    control,
    open,
  }) => {
    await control.faults({ method: "GET", path: SESSION, times: 100, status: 503, body: "busy" });
    const page = await open("/reports");
    await shows(page, outage);
    await at(page, "/reports");
    assert.equal((await shown(page)).includes("Password"), false);
    await control.clearFaults();
    await shows(page, "Password");
    await at(page, "/sign-in");
  });

  return test;
}

/** Registers a scenario of an app with different texts for a failure that is tried again and one that is not. */
export function showsLastingFailures(test, refusal = "Something went wrong.") {
  test("where the deployment refuses the session, the page does not say that it waits", async ({
    control,
    open,
  }) => {
    await control.faults({ method: "GET", path: SESSION, times: 100, status: 404 });
    const page = await open("/reports");
    await shows(page, refusal);
    assert.equal(await page.getByText("Trying again…").filter({ visible: true }).count(), 0);
    const texts = await shown(page);
    for (const text of [OUTAGE, "Password"]) assert.equal(texts.includes(text), false, text);
  });
}

/** Registers a scenario of an app that leaves the last user's address as the identity ends. `nextAddress`: where it leads instead. */
export function leavesLastAddress(test, nextAddress = "/") {
  test("another user that is there without a sign-out is led away from the address of the one before", async ({
    context,
    origin,
    open,
  }) => {
    const signInBeside = (account) => context.request.post(origin + LOGIN, { data: credentialsOf(account) });
    await signInBeside("ada");
    const page = await open(DEEP);
    await shows(page, "Reports of Ada Lovelace");
    await page.waitForFunction(
      (path) => performance.getEntriesByName(location.origin + path).length,
      SESSION,
    );
    await signInBeside("grace");
    await readAnew(page);
    await atWhole(page, origin + nextAddress);
    await shows(page, "Grace Hopper");
  });
}

/** Signs in and out in an app, under the policy for its `needs`, or without one where `needs` is null, and notes what was seen. */
export async function signsInAndOut(name, { context, watch, origin, needs }) {
  await context.route("**/*", async (route) => {
    if (needs === null || route.request().resourceType() !== "document") return route.fallback();
    const answer = await route.fetch({ maxRedirects: 0 });
    const headers = { ...answer.headers(), "content-security-policy": policyFor(needs) };
    return route.fulfill({ response: answer, headers });
  });
  const page = await opened(context, `${origin}/reports`);
  await shows(page, "Password");
  await submit(page, ACCOUNTS.ada);
  await shows(page, "Reports of Ada Lovelace");
  await page.getByRole("button", { name: "Sign out" }).click();
  await at(page, "/sign-in");
  assertSeen(name, {
    wasm: watch.urls.some((url) => new URL(url).pathname.endsWith(".wasm")),
    policy:
      needs &&
      Object.keys(needs)
        .flatMap((need) => IN_WORDS[need] ?? [])
        .join(", "),
  });
}

async function opened(context, address) {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}
