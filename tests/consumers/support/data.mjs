// The scenarios of an app with data libraries: no frame shows data that was loaded for another user.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setTimeout as after } from "node:timers/promises";
import { ACCOUNTS, credentialsOf, PASSWORD } from "../../e2e/support/accounts.mjs";
import { AGENTS, LOGIN, SESSION } from "../../e2e/support/identity-api.mjs";
import { readAnew } from "../../e2e/support/page-life.mjs";
import { test as register, scenario } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { installed } from "./places.mjs";
import { policyWith, servedUnder } from "./policy.mjs";
import { assertSeen } from "./seen.mjs";

/** Names of agents: of the list for Grace, and of the list for Ada. */
const GRACES = "The diary of Grace";
const ADAS = "Meeting summary";
const GRACES_ID = 7;
const REMOVAL = `/agent-hub-api/api/agent/${GRACES_ID}`;
/** Longer than the libraries wait before they repeat a failed request. */
const SENT_AGAIN_MS = 2_500;
/** Longer than any library waits before its first retry: SWR waits 5 to 10 s. */
const ANY_RETRY_MS = 11_000;
const LOADING = "One moment…";
const EXPECTS = { expects: [/Failed to load resource/] };
const UNDER_WAY_MS = 3_000;
const STEP_MS = 500;
const LATER_MS = 1_000;
/** The page's own read finds another user, and the next one, the server's, fails. */
const SERVER_READS_ONCE_IN_VAIN = [
  { method: "GET", path: SESSION, times: 1, delay_ms: 1 },
  { method: "GET", path: SESSION, times: 1, status: 503 },
];

/** Notes, in the page, after each change of the document and in each frame, texts in which Grace's data shows without her name. */
function watchData([data, name]) {
  globalThis.leaks = [];
  globalThis.seen = [];
  const note = () => {
    // biome-ignore lint/performance/useDomNodeTextContent: what is shown, and not what a script holds.
    const text = document.body?.innerText ?? "";
    if (globalThis.seen.at(-1) !== text) globalThis.seen.push(text);
    if (text.includes(data) && !text.includes(name)) globalThis.leaks.push(text);
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
  const frame = () => {
    note();
    requestAnimationFrame(frame);
  };
  frame();
}

/**
 * Registers the scenarios. `serve(another)` starts the app and resolves with its `origin` and the deployment's `control`. `libraries`: the
 * labels of the page's sections, each with a list of agents; `path`: the page's. `removing`: the sections with agents that can be removed. `retrying`: the
 * sections that repeat a failed request. `tools`: their names in `tools.mjs`. `isRendered`: a server loads the lists, and keeps none.
 */
export function dataBehaviour(
  name,
  serve,
  { libraries, removing = [], retrying = [], tools = [], path = "/", isRendered = false },
) {
  const policy = policyWith({ styles: ["'self'"], images: ["'self'"] });
  const graceRule = (rule) => ({
    method: "GET",
    path: AGENTS,
    times: 100,
    body: { success: true, agents: [{ id: GRACES_ID, name: GRACES }] },
    ...rule,
  });
  const slowLists = { method: "GET", path: AGENTS, times: 100, delay_ms: LATER_MS };
  const assertNoLeak = async (page) => assert.deepEqual(await page.evaluate(() => globalThis.leaks), []);
  /** Waits until each list shows this text, and checks meanwhile that no data of another user shows. */
  const lists = async (page, text) => {
    for (const library of libraries) {
      const item = page.getByRole("region", { name: library, exact: true }).getByText(text);
      await until(`${text} by ${library}`, async () => {
        await assertNoLeak(page);
        return item.isVisible();
      });
    }
  };
  const submit = async (page, account) => {
    // The form of a page that a server rendered is dead until its scripts run. Once they have read the session, they run.
    await page.waitForFunction(
      (path) => performance.getEntriesByName(location.origin + path).length,
      SESSION,
    );
    await page.getByLabel("Email").fill(ACCOUNTS[account].email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
  };
  /** Signs another user in: the app does not lead this user to the last user's address. */
  const submitNext = async (page, account) => {
    await submit(page, account);
    await toList(page);
  };
  const toList = async (page) => {
    if (!isRendered) return;
    await page.waitForURL(({ pathname }) => pathname === "/");
    await page.getByRole("link", { name: "Agents" }).click();
  };

  const test = (title, run) =>
    register(
      `${name}: ${title}`,
      scenario(EXPECTS, async ({ context, watch, another }) => {
        const deployment = await serve(another);
        await context.addInitScript(watchData, [GRACES, "Grace Hopper"]);
        const open = async ({ origin }) => {
          const page = await context.newPage();
          await page.goto(origin + path);
          await run({ page, context, watch, control: deployment.control, origin });
          await assertNoLeak(page);
        };
        await (isRendered ? open(deployment) : servedUnder(policy, deployment, open));
      }),
    );

  test("a list whose request is under way at a sign-out is never shown to the next user", async ({
    page,
    control,
  }) => {
    await control.faults(graceRule({ delay_ms: UNDER_WAY_MS }));
    await submit(page, "grace");
    await until("the lists to be asked for", async () => {
      return (await control.requests("GET", AGENTS)).length >= libraries.length;
    });
    const answered = after(UNDER_WAY_MS + 500);
    await page.getByRole("button", { name: "Sign out" }).click();
    await control.clearFaults();
    await submitNext(page, "ada");
    await lists(page, ADAS);
    await answered;
    await lists(page, ADAS);
  });

  test("a loaded list is not shown to the next user", async ({ page, control, watch }) => {
    await control.faults(graceRule());
    await submit(page, "grace");
    await lists(page, GRACES);
    await page.getByRole("button", { name: "Sign out" }).click();
    await control.faults(slowLists);
    await submitNext(page, "ada");
    await lists(page, ADAS);
    const wasm = watch.urls.some((url) => new URL(url).pathname.endsWith(".wasm"));
    for (const tool of tools) assertSeen(tool, { wasm, policy: "" });
  });

  test("another user who signs in without a sign-out between gets a list that is loaded anew", async ({
    page,
    context,
    control,
    origin,
  }) => {
    await control.faults(graceRule());
    await submit(page, "grace");
    await lists(page, GRACES);
    await context.request.post(origin + LOGIN, { data: credentialsOf("ada") });
    await control.faults(slowLists, ...(isRendered ? SERVER_READS_ONCE_IN_VAIN : []));
    await readAnew(page);
    await page.getByText("Ada Lovelace").first().waitFor();
    await toList(page);
    await lists(page, ADAS);
  });

  if (isRendered) {
    test("a list that the deployment refuses shows an error, and no empty list", async ({
      page,
      context,
      control,
      origin,
    }) => {
      await context.request.post(origin + LOGIN, { data: credentialsOf("ada") });
      await control.faults({ method: "GET", path: AGENTS, times: 100, status: 503 });
      await page.reload();
      await page.getByRole("alert").getByText("cannot be shown").waitFor();
      await control.clearFaults();
      await page.reload();
      await lists(page, ADAS);
    });

    test("Back to a page that was rendered for another user does not show that user's list", async ({
      page,
      control,
      origin,
    }) => {
      await control.faults(graceRule());
      await submit(page, "grace");
      await lists(page, GRACES);
      await page.getByRole("link", { name: "Home" }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await control.faults(slowLists);
      await page.getByRole("link", { name: "Sign in" }).click();
      await submit(page, "ada");
      await page.waitForURL(`${origin}/`);
      await page.waitForTimeout(STEP_MS);
      for (let left = 4; left > 0 && page.url() !== origin + path; left--) {
        await page.goBack();
        // Waits as people do: a router that is still at the last step may load the document anew, and the address may change only then.
        await page.waitForTimeout(STEP_MS);
      }
      await lists(page, ADAS);
    });
    return;
  }
  test("a removal under way at a sign-out restores nothing in the next user's list, and is not repeated", async ({
    page,
    control,
  }) => {
    await control.faults(graceRule(), {
      method: "DELETE",
      path: REMOVAL,
      times: 100,
      delay_ms: UNDER_WAY_MS,
    });
    await submit(page, "grace");
    await lists(page, GRACES);
    for (const library of removing) {
      const list = page.getByRole("region", { name: library, exact: true });
      await list.getByRole("button", { name: "Remove" }).click();
      await list.getByText(GRACES).waitFor({ state: "detached" });
    }
    const removals = async () => (await control.requests("DELETE", REMOVAL)).length;
    await until("the removals", async () => (await removals()) === removing.length);
    await page.getByRole("button", { name: "Sign out" }).click();
    await control.clearFaults();
    await submit(page, "ada");
    await lists(page, ADAS);
    await page.waitForTimeout(SENT_AGAIN_MS);
    await lists(page, ADAS);
    assert.equal(await removals(), removing.length);
  });

  if (retrying.length > 0)
    test("a list whose first request fails is loaded again", async ({ page, control }) => {
      await control.faults({ method: "GET", path: AGENTS, times: libraries.length, status: 503 });
      await submit(page, "ada");
      for (const library of libraries) {
        const shown = retrying.includes(library) ? ADAS : "cannot be shown";
        await page.getByRole("region", { name: library, exact: true }).getByText(shown).waitFor();
      }
    });

  test("a request is not repeated where its user does not sign in again, and opens no second dialog", async ({
    page,
    context,
    control,
    origin,
  }) => {
    await context.request.post(origin + LOGIN, { data: credentialsOf("grace") });
    await control.faults({ method: "GET", path: AGENTS, times: 100, status: 401 });
    // Creates the page's session before the app does, which then finds it.
    await context.addInitScript({
      content: `${readFileSync(`${installed}dist/script.js`, "utf8")}
        globalThis.asked = 0;
        platformSession.pageSession({ reauthenticate: async () => { asked++; throw new Error("Not now"); } });`,
    });
    await page.reload();
    for (const library of libraries)
      await page.getByRole("region", { name: library, exact: true }).getByText("cannot be shown").waitFor();
    await page.waitForTimeout(ANY_RETRY_MS);
    assert.equal((await control.requests("GET", AGENTS)).length, libraries.length);
    const asked = await page.evaluate(() => globalThis.asked);
    assert.ok(asked >= 1 && asked <= libraries.length, `asked ${asked} times`);
  });

  test("the same user who signs in again after the session's end finds the loaded lists", async ({
    page,
    control,
  }) => {
    await control.faults(graceRule());
    await submit(page, "grace");
    await lists(page, GRACES);
    await control.expire();
    await readAnew(page);
    await page.getByLabel("Password").waitFor();
    await control.faults(graceRule({ delay_ms: LATER_MS }));
    await page.evaluate(() => globalThis.seen.splice(0));
    await submit(page, "grace");
    await lists(page, GRACES);
    const seen = await page.evaluate(() => globalThis.seen);
    assert.ok(!seen.some((text) => text.includes("Grace Hopper") && text.includes(LOADING)));
  });
}
