// The site of the guides, built below a base path and served under the strict policy.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { GUIDES } from "../../docs/.vitepress/navigation.mjs";
import { POLICY, serveSite } from "../../scripts/site/server.mjs";
import { buildSite } from "../../scripts/site.mjs";
import { axe } from "../e2e/support/axe.mjs";
import { launchBrowser } from "../e2e/support/browser.mjs";
import { until } from "../e2e/support/until.mjs";
import { deadLinks, pagesOf } from "./pages.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const out = join(root, "target/site-tested");
const base = "/some/base/";
/** A build takes minutes on a busy machine. */
const BUILD_MS = 900_000;

const SCHEMES = ["light", "dark"];
const WIDTHS = [360, 768, 1280];
const PAGES = {
  home: "",
  guide: "gating.html",
  "guide with tabs": "protected-routes.html",
  reference: "reference/platform-session/interfaces/Session.html",
  "all of the reference": "reference/index.html",
  playground: "play/index.html",
};

/** Questions of readers, and the address of the answer. */
const QUESTIONS = {
  "how do I keep a draft": "forms.html#keep-a-draft",
  "why is this gate closed": "inspector.html#why-a-gate-is-closed",
  "what does `superseded` mean": "troubleshooting.html#when-a-call-is-superseded",
  "how do I test a 401": "testing.html#testing-a-401",
  "my API has another origin": "base-paths.html#my-api-has-another-origin",
  "which header does my proxy need": "base-paths.html#which-header-does-a-proxy-need",
  "what is the type of `limit`": "reference/platform-session/interfaces/FeaturePermission.html#limit",
  "how do I leave Auth0": "coming-from.html#leave-auth0",
  // With words that the guides do not use, and with spelling mistakes.
  "how long does a login last": "sessions.html#how-long-a-session-lasts",
  "log out on inactivity": "sessions.html#how-long-a-session-lasts",
  "logout in all tabs": "sessions.html#other-tabs",
  "redirect to login page": "protected-routes.html#protected-routes",
  "use with Next.js app router": "next.html#next",
  "csp unsafe-eval error": "deploying.html#content-security-policy",
  "CORS error": "deploying.html#a-front-end-on-another-origin",
  "permision denied": "gating.html#gating",
  "hide menu item for admins only": "gating.html#menus-from-lists",
  "where is the token stored": "requests.html#cookie-or-bearer-token",
  "axios interceptor token": "requests.html#http-clients",
  "mock session in vitest": "testing.html#vitest-with-testing-library",
};

let site;
let browser;

before(
  async () => {
    await buildSite({ base, out });
    site = await serveSite(out, { base });
    browser = await launchBrowser();
  },
  { timeout: BUILD_MS },
);

after(async () => {
  await browser?.close();
  await site?.close();
});

/** Opens a page of the site. `errors` lists console errors, uncaught errors and failed responses. */
async function open(path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const errors = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on(
    "response",
    (answer) => answer.status() >= 400 && errors.push(`${answer.status()} ${answer.url()}`),
  );
  await page.goto(site.address + path, { waitUntil: "networkidle" });
  return { page, errors, close: () => context.close() };
}

describe("The built site", () => {
  it("has a page for every document, which the navigation links to", () => {
    const documents = readdirSync(join(root, "docs"))
      .filter((name) => name.endsWith(".md") && name !== "README.md")
      .map((name) => `/${name.slice(0, -".md".length)}`);
    const links = GUIDES.flatMap(({ items }) => items.flatMap((item) => [item, ...(item.items ?? [])]))
      .map(({ link }) => link)
      .filter((link) => link && !/^\/(?:reference|source)\//.test(link));
    assert.deepEqual(links.sort(), documents.sort());
  });

  it("has no dead link to a page or to an element of a page", () => {
    assert.ok(pagesOf(out).length > 200);
    assert.deepEqual(deadLinks(out, base), []);
  });

  it("has no inline script and no style attribute", () => {
    for (const { path, html } of pagesOf(out)) {
      assert.deepEqual(html.match(/<script(?![^>]*\ssrc=)[^>]*>/g), null, path);
      assert.deepEqual(html.match(/<[^>]+\sstyle="[^"]*"/g), null, path);
      assert.deepEqual(html.match(/<style\b/g), null, path);
    }
  });

  it("is served only below its base, and no address makes the server fail", async () => {
    const { origin } = new URL(site.address);
    const statusOf = async (path) => (await fetch(origin + path)).status;
    assert.equal(await statusOf(`${base}gating`), 200);
    for (const path of [
      "/",
      "/gating.html",
      `${base}none`,
      `${base}%E0%A4%A`,
      `${base}%00`,
      "//",
      `${base}../x`,
    ])
      assert.equal(await statusOf(path), 404, path);
    const { headers } = await fetch(`${site.address}source/examples/getting-started/main.js.txt`);
    assert.equal(headers.get("content-type"), "text/plain;charset=utf-8");
    assert.equal(headers.get("content-security-policy"), POLICY);
  });

  it("has an address for each member of a declaration, with its comment", async () => {
    const { page, close } = await open("reference/platform-session/interfaces/FeaturePermission.html#limit");
    const text = await page.locator(".vp-doc").textContent();
    assert.match(text, /readonly limit: unknown/);
    assert.match(text, /The platform does not define its shape/);
    assert.ok(await page.locator("#limit").isVisible());
    await close();
  });

  it("has links from a guide to the reference and to the source of an example", async () => {
    const { page, errors, close } = await open("gating.html");
    await page.locator("a.to-reference").first().click();
    await page.waitForURL(/\/reference\/platform-session\//);
    await page.goto(`${site.address}getting-started.html`);
    const source = await page
      .locator('a[href$="examples/getting-started/main.js.txt"]')
      .first()
      .getAttribute("href");
    const answer = await page.request.get(new URL(source, site.address).href);
    assert.match(await answer.text(), /createSession\(\)/);
    assert.deepEqual(errors, []);
    await close();
  });

  it("shows the chosen framework on each page, and keeps the choice only in the address", async () => {
    const { page, close } = await open("gating.html");
    const shownFile = () => page.locator('[role="tabpanel"]:visible a').first().textContent();
    await page.getByRole("tab", { name: "Svelte" }).click();
    assert.match(page.url(), /\?framework=svelte$/);
    assert.match(await shownFile(), /\.svelte$/);
    assert.equal(await page.evaluate(() => JSON.stringify({ ...localStorage }).includes("svelte")), false);

    await page.locator(".VPSidebar").getByRole("link", { name: "Protected routes" }).click();
    await page.waitForURL(/protected-routes/);
    assert.equal(await page.getByRole("tab", { name: "Svelte" }).getAttribute("aria-selected"), "true");
    await page.getByRole("tab", { name: "Svelte" }).press("ArrowRight");
    assert.equal(await page.getByRole("tab", { name: "Solid" }).getAttribute("aria-selected"), "true");
    await close();
  });
});

describe("The keyboard", () => {
  /** Presses Tab `count` times, and returns the elements that get the focus. */
  async function tabStops(page, count) {
    const found = [];
    for (let index = 0; index < count; index++) {
      await page.keyboard.press("Tab");
      const stop = await page.evaluate(() => {
        const element = document.activeElement;
        const { left, right } = element.getBoundingClientRect();
        const isSeen = right > 0 && left < innerWidth && getComputedStyle(element).visibility === "visible";
        return { tag: element.tagName, text: element.textContent.trim(), isSeen };
      });
      found.push(stop);
    }
    return found;
  }

  it("does not stop at elements of a closed menu, or at titles without a function", async () => {
    for (const width of WIDTHS) {
      const { page, close } = await open("gating.html", { viewport: { width, height: 900 } });
      const found = await tabStops(page, 30);
      assert.equal(found[0].text, "Skip to content");
      assert.deepEqual(
        found.filter(({ isSeen }) => !isSeen),
        [],
        `${width} px`,
      );
      assert.equal(
        found.some(({ tag, text }) => tag === "DIV" && text === "Start"),
        false,
      );
      await close();
    }
  });

  it("reaches the links of an open menu", async () => {
    const { page, close } = await open("gating.html", { viewport: { width: 360, height: 900 } });
    await page.getByRole("button", { name: "Menu", exact: true }).press("Enter");
    await page.locator(".VPSidebar").getByRole("link", { name: "Deploying" }).click();
    await page.waitForURL(/deploying/);
    await close();
  });
});

describe("The copy button of a console sample", () => {
  it("copies the commands, without the prompt and without their output", async () => {
    const { page, close } = await open("command.html", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const block = page.locator(".vp-doc .language-console").first();
    await block.hover();
    await block.locator("button.copy").click();
    await until("the command to be copied", async () => {
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      return /^npx platform-session check https:\/\/portal\.example --page \S+$/.test(copied.trim());
    });
    await close();
  });
});

describe("A question to the search", () => {
  for (const [question, answer] of Object.entries(QUESTIONS))
    it(`"${question}" has its answer among the first three`, async () => {
      const { page, errors, close } = await open("gating.html");
      await page.getByRole("button", { name: "Search" }).first().click();
      await page.locator("#localsearch-input").fill(question);
      const results = page.locator("#localsearch-list a.result");
      await results.first().waitFor();
      // The search starts a moment after the last letter.
      await until("the answer to be among the first three", async () => {
        const links = await results.evaluateAll((found) =>
          found.slice(0, 3).map((each) => each.getAttribute("href")),
        );
        return links.includes(base + answer);
      });
      assert.deepEqual(errors, []);
      await close();
    });
});

describe("Each kind of page", () => {
  for (const [name, path] of Object.entries(PAGES))
    for (const colorScheme of SCHEMES)
      it(`${name}, ${colorScheme}: no violation of axe or of the policy, and no horizontal scrolling`, async () => {
        for (const width of WIDTHS) {
          const { page, errors, close } = await open(path, { colorScheme, viewport: { width, height: 900 } });
          assert.deepEqual(await axe(page), [], `${width} px`);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(overflow <= 0, `${width} px: ${overflow} px too wide`);
          assert.deepEqual(errors, [], `${width} px`);
          await close();
        }
      });
});

describe("The playground", () => {
  const stateOf = (page, feature) => page.getByTestId(`feature-${feature}`).getAttribute("data-state");
  const awaitState = (page, feature, state) =>
    until(`${feature} to be ${state}`, async () => (await stateOf(page, feature)) === state);

  it("opens and closes gates by its controls, without a request", async () => {
    const { page, errors, close } = await open(PAGES.playground);
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    await awaitState(page, "chat-history", "granted");
    await awaitState(page, "scrum-team-agent", "denied");
    await page.getByTestId("play-scrum-team-agent").check();
    await awaitState(page, "scrum-team-agent", "granted");
    await page.getByTestId("play-chat-history").uncheck();
    await awaitState(page, "chat-history", "denied");

    await page.getByTestId("play-role").selectOption("administrator");
    await until("the role to be reached", async () => {
      return (await page.getByTestId("role-administrator").getAttribute("data-reached")) === "true";
    });

    await page.getByTestId("play-outage").click();
    assert.equal(await page.getByTestId("status").getAttribute("data-stale"), "true");
    await awaitState(page, "report-analysis", "granted");
    await page.getByTestId("play-unknown").click();
    await awaitState(page, "report-analysis", "unknown");
    await page.getByTestId("play-answer").click();
    await awaitState(page, "report-analysis", "granted");

    await page.getByTestId("play-end").click();
    await awaitState(page, "report-analysis", "denied");
    assert.equal(await page.getByTestId("status").getAttribute("data-reason"), "ended");
    assert.deepEqual(requests, []);
    assert.deepEqual(errors, []);
    await close();
  });

  it("has the inspector open, with its preview", async () => {
    const { page, close } = await open(PAGES.playground);
    assert.ok(await page.getByText("Feature scrum-team-agent has enabled: false.").isVisible());
    await page.getByRole("tab", { name: "Preview" }).click();
    await page.getByRole("tabpanel").getByText("scrum-team-agent").first().waitFor();
    await close();
  });

  it("shows the code for the chosen framework, and links to its guide", async () => {
    const { page, close } = await open(PAGES.playground);
    await page.getByTestId("framework").selectOption("vue");
    const code = await page.locator(".cards figure.code").first().textContent();
    assert.match(code, /<Gate feature="chat-history">[\s\S]*<template #fallback>/);
    await page.getByTestId("guide").click();
    await page.waitForURL(`${site.address}vue.html`);
    await close();
  });
});
