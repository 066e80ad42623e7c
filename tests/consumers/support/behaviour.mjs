// What every consumer app does, whatever it is made with: each is driven through these in Chromium.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf, PASSWORD } from "../../e2e/support/accounts.mjs";
import { LOGIN, LOGOUT, SESSION } from "../../e2e/support/identity-api.mjs";
import { arrival, goBack, readAnew } from "../../e2e/support/page-life.mjs";
import { test as register, scenario } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { policyWith } from "./policy.mjs";
import { assertSeen } from "./seen.mjs";

/** What only a signed-in user may see. */
const INSIDE = ["Reports of Ada Lovelace", "Your chats.", "Reports of everybody."];
/** A protected page, for which query and fragment matter. */
const DEEP = "/reports?customer=42#figures";
const OUTAGE = "The service cannot be reached. Trying again…";
const NOT_SIGNED_OUT = "You are not signed out yet. Trying again…";
/** What `<sign-in-form>` says, where it stands in the page's place while nothing is known. */
export const FORM_SAYS = {
  outage: "The service has a problem. Trying again…",
  refusal: "The service does not offer this sign-in.",
};
const INLINE = "'unsafe-inline'";
/** What the package needs, and what the app's own tool or framework makes. */
const policyFor = ({ inlineScripts = false, inlineStyles = false, html = false }) =>
  policyWith({
    scripts: inlineScripts ? [INLINE] : [],
    styles: inlineStyles ? ["'self'", INLINE] : ["'self'"],
    images: ["'self'"],
    html,
  });
/** What stands in the documents of what a framework needs. */
const IN_WORDS = { inlineScripts: "inline scripts", inlineStyles: "inline styles", html: "no Trusted Types" };

/** Notes, in the page, each of these texts that was ever shown, with the address it was shown at. */
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
    // What was shown before the page was left counts no more.
    if (persisted) globalThis.shown = [];
    note();
    requestAnimationFrame(note);
  });
}

const shows = (page, text) => page.getByText(text, { exact: false }).first().waitFor();
const shown = (page) => page.evaluate(() => globalThis.shown);
const at = (page, path) =>
  until(`the address ${path}`, () => new URL(page.url()).pathname.replace(/(.)\/$/, "$1") === path);

/** A site of files may put a slash behind the path. */
const atWhole = (page, address) =>
  until(`the address ${address} (${page.url()})`, () => page.url().replace("/?", "?") === address);

async function submit(page, { email }) {
  // The form of a page that a server rendered is dead until its scripts run. Once they have read the session, they run.
  await page.waitForFunction((path) => performance.getEntriesByName(location.origin + path).length, SESSION);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/**
 * Registers the scenarios. `serve(another)` resolves with the running deployment behind the app's address, `{ origin,
 * control }`. The app is to show `INSIDE` at `/reports`, and elsewhere who is signed in. `needs`: what its framework needs of
 * a policy (docs/deploying.md), and `isLoadedAnew`, where the browser is to keep no page for the way back. `outage`: what it says while the
 * deployment answers 503.
 */
export function consumerBehaviour(name, serve, needs = {}, outage = OUTAGE) {
  const test = (title, ...rest) => {
    const run = rest.pop();
    register(
      `${name}: ${title}`,
      scenario({ expects: [/Failed to load resource/], ...rest[0] }, async ({ context, watch, another }) => {
        const { origin, control } = await serve(another);
        await context.addInitScript(watchTexts, [...INSIDE, outage, "One moment…", "Password"]);
        await run({ context, watch, origin, control, open: async (path) => opened(context, origin + path) });
      }),
    );
  };

  test("leads to the sign-in and back, opens the gates of the role, follows its change, and closes at the sign-out", async ({
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
    await until("an address without what is inside", async () => {
      const { pathname } = new URL(page.url());
      return (
        !pathname.startsWith("/reports") &&
        (await page.getByText("Password").or(page.getByText("You are signed out.")).count()) > 0
      );
    });
    for (const text of INSIDE) assert.equal((await shown(page)).includes(text), false, text);
  });

  test("a protected route that is reloaded waits while nothing is known, and flashes nothing", async ({
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

    // Signed out somewhere else, gone, and back: by the browser's Back.
    await page.goto("about:blank");
    await context.clearCookies();
    await page.goBack();
    await shows(page, "Password");
    await at(page, "/sign-in");
    await control.clearLog();
    // No loop: neither of addresses nor of reads.
    await page.waitForTimeout(500);
    assert.ok((await control.requests("GET", SESSION)).length <= 2);
  });

  test("leads back to no other site, however the way back is written", async ({ origin, open }) => {
    const other = `/${origin.replace("http://127.0.0.1", "localhost")}/reports`;
    const addressOf = (from) => `/sign-in?from=${encodeURIComponent(from)}`;
    // An address loses its tabs and line ends as it is read: this one begins with two slashes.
    const page = await open(addressOf(`/\t${other}`));
    await shows(page, "Password");
    await submit(page, ACCOUNTS.ada);
    await until("its own site", () => page.url() === `${origin}/`);
    for (const from of [`/${other}`, `/\\${other}`, `/\n${other}`]) {
      await page.goto(origin + addressOf(from));
      await until("its own site", () => page.url() === `${origin}/`);
    }
  });

  test("leads back to the whole address, also where single sign-on comes back to the sign-in page", async ({
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
    // The return address that the guides name; beside it the fragment, which a browser keeps through the redirects.
    const comesBackTo = await other.evaluate(() => location.pathname + location.search + location.hash);
    await other.goto("about:blank");
    await context.request.post(origin + LOGIN, { data: credentialsOf("ada") });
    await other.goto(origin + comesBackTo);
    await atWhole(other, origin + DEEP);
  });

  test("leads back the same user alone, and no user after a sign-out", async ({ control, origin, open }) => {
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

  test("signs in and out under the strictest policy that its tool allows", ({ context, watch, origin }) =>
    signsInAndOut(name, { context, watch, origin, needs }));
  test("Back to a page that the browser has kept, once its user is gone, shows nothing that was protected", {
    window: true,
  }, async ({ context, origin, control, open }) => {
    const page = await open("/sign-in");
    const reasons = [];
    let isKept = false;
    // A browser may drop what it has kept whenever it needs the room.
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
      // Until the deployment has answered, the page has only what the browser has kept.
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
      for (const text of INSIDE) assert.equal((await shown(page)).includes(text), false, text);
      await control.clearFaults();
    }
    // Where its document is not to be kept, it is loaded anew.
    assert.equal(isKept, !needs.isLoadedAnew, JSON.stringify(reasons));
  });

  test("a sign-out that fails is in sight, wherever the app leads to, until the deployment has confirmed it", async ({
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

  test("a service that cannot be reached is no sign-out, and is waited for", async ({ control, open }) => {
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

/** For an app with a waiting text that tells a failure that is tried again from one that waiting does not help. */
export function tellsWhatWaitingDoesNotHelp(test, refusal = "Something went wrong.") {
  test("a service that refuses the session is not said to be waited for", async ({ control, open }) => {
    await control.faults({ method: "GET", path: SESSION, times: 100, status: 404 });
    const page = await open("/reports");
    await shows(page, refusal);
    assert.equal(await page.getByText("Trying again…").filter({ visible: true }).count(), 0);
    const texts = await shown(page);
    for (const text of [OUTAGE, "Password"]) assert.equal(texts.includes(text), false, text);
  });
}

/** For an app that takes the last user's address away as the identity ends. `left`: what it leaves in its place. */
export function leavesTheLastAddress(test, left = "/") {
  test("another user that is there without a sign-out is led away from the address of the one before", async ({
    context,
    origin,
    open,
  }) => {
    const comes = (account) => context.request.post(origin + LOGIN, { data: credentialsOf(account) });
    await comes("ada");
    const page = await open(DEEP);
    await shows(page, "Reports of Ada Lovelace");
    await page.waitForFunction(
      (path) => performance.getEntriesByName(location.origin + path).length,
      SESSION,
    );
    await comes("grace");
    await readAnew(page);
    await atWhole(page, origin + left);
    await shows(page, "Grace Hopper");
  });
}

/** Signs in and out in an app, under the strictest policy that its tool allows: none at all where `needs` is null. */
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
