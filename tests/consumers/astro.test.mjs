import assert from "node:assert/strict";
import { credentialsOf } from "../e2e/support/accounts.mjs";
import { LOGIN } from "../e2e/support/identity-api.mjs";
import { readAnew } from "../e2e/support/page-life.mjs";
import { until } from "../e2e/support/until.mjs";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples, frameworks } from "./support/places.mjs";
import { passesResponsesOn, renderedBehaviour } from "./support/rendered.mjs";

const ASTRO = `${frameworks}astro/astro.js`;
const cwd = `${examples}astro`;
const env = { ASTRO_TELEMETRY_DISABLED: "1" };

const test = renderedBehaviour("Astro", {
  needs: { inlineScripts: true },
  cwd,
  async build() {
    await installConsumers();
    await command(process.execPath, [ASTRO, "build"], { cwd, env });
  },
  commandArguments: () => ["dist/server/entry.mjs"],
});

passesResponsesOn(test);

test("a condition that is undefined denies in the browser, as on the server", async ({ open }) => {
  const page = await open("/undefined");
  await page.waitForFunction(
    () => performance.getEntriesByName(`${location.origin}/api/auth/session`).length,
  );
  await page.getByText("Sign in").waitFor();
  assert.equal(await page.getByText("Denied.").isVisible(), true);
  assert.equal(await page.getByText("What is gated.").isVisible(), false);
});

/** Opens the first of the pages between which `<ClientRouter />` navigates, as Ada, and marks its document. */
async function openRouted({ context, origin, open }) {
  assert.equal((await context.request.post(origin + LOGIN, { data: credentialsOf("ada") })).status(), 200);
  const page = await open("/routed");
  await page.getByText("First of Ada Lovelace").waitFor();
  await page.evaluate(() => {
    globalThis.isSameDocument = true;
  });
  return page;
}

/** Follows a link, and checks that it leads to a page with this text within the same document. */
async function follow(page, link, text) {
  await page.getByRole("link", { name: link, exact: true }).click();
  await page.getByText(text).waitFor();
  assert.equal(await page.evaluate(() => globalThis.isSameDocument), true);
}

const visibleText = (page) =>
  page.evaluate(() => {
    // biome-ignore lint/performance/useDomNodeTextContent: what is shown, and not what a gate has hidden.
    return document.body.innerText;
  });

test("after navigations by <ClientRouter />, the page's button signs out, and the gates follow", async (given) => {
  const page = await openRouted(given);
  await follow(page, "Protected", "Second of Ada");
  await follow(page, "First", "First of Ada");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("First, signed out.").waitFor();
  await page.getByText("For visitors.").waitFor();
  assert.doesNotMatch(await visibleText(page), /Ada/);
  // The guard of the protected page, which was left before, does not run.
  await page.waitForTimeout(300);
  assert.equal(new URL(page.url()).pathname.replace(/\/$/, ""), "/routed");
});

test("a protected page after a navigation by <ClientRouter /> leads to the sign-in as its user signs out in another tab", async (given) => {
  const page = await openRouted(given);
  await follow(page, "Protected", "Second of Ada");
  await follow(page, "First", "First of Ada");
  await follow(page, "Protected", "Second of Ada");
  const otherTab = await given.open("/routed");
  await otherTab.getByRole("button", { name: "Sign out" }).click();
  await until("the sign-in page", () => new URL(page.url()).pathname.startsWith("/sign-in"));
  assert.match(page.url(), /from=%2F&/);
});

test("a page that was rendered for one user is hidden as another is found, and is rendered anew for that user", async (given) => {
  const { context, origin } = given;
  const page = await openRouted(given);
  await follow(page, "Protected", "Second of Ada");
  await follow(page, "First", "First of Ada");
  const frames = [];
  await page.exposeFunction("noteFrame", (text) => frames.push(text));
  await page.evaluate(() => {
    const note = () => {
      // biome-ignore lint/performance/useDomNodeTextContent: what is shown, and not what a gate has hidden.
      noteFrame(document.body.innerText);
      requestAnimationFrame(note);
    };
    note();
  });
  await page.route("**/routed", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  assert.equal((await context.request.post(origin + LOGIN, { data: credentialsOf("grace") })).status(), 200);
  await readAnew(page);
  await page.getByText("First of Grace Hopper, rendered for Grace Hopper.").waitFor();
  const hidden = frames.findIndex((text) => !text.includes("Ada"));
  assert.ok(hidden > 0, "shown at first, and hidden before the new page comes");
  assert.deepEqual(
    frames.slice(hidden).filter((text) => text.includes("Ada")),
    [],
  );
});
