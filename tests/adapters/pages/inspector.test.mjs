// The inspector, as it is shipped, in a page under a strict policy with Trusted Types enforced.

import assert from "node:assert/strict";
import { credentialsOf, PASSWORD } from "../../e2e/support/accounts.mjs";
import { axe } from "../../e2e/support/axe.mjs";
import { AGENTS, answering, ROLES, SESSION, sessionBody } from "../../e2e/support/identity-api.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { hold, layOut, open, says, select, shows, signIn } from "../support/inspector.mjs";

const site = layOut();

test(
  "the panel says why a gate is closed: no user, a feature that is off or misspelt, a role that is too low, a refused catalogue",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await open(context, deployment);
    await says(page, "closed · feature chat-history: No user is signed in.");
    await says(page, "closed · authenticated: No user is signed in.");
    await signIn(page, "ada");
    await hold(page, { feature: "chat-histroy" });
    await says(
      page,
      "closed · feature chat-histroy: Feature chat-histroy is not listed. Is it misspelt? Listed is chat-history.",
    );
    await says(page, "open · feature chat-history: Feature chat-history has enabled: true.");
    await says(page, "open · authenticated: Ada Lovelace is signed in.");
    await shows(page, /Ada Lovelace[\s\S]*default, user \d+ · since \d\d:\d\d:\d\d · until /);
    await page.evaluate(() => session.logout());
    await says(page, "closed · feature chat-history: No user is signed in: there was a sign-out.");
    await signIn(page, "grace");
    await hold(page, { feature: "scrum-team-agent" });
    await says(page, "closed · feature scrum-team-agent: Feature scrum-team-agent has enabled: false.");
    await hold(page, { atLeast: "administrator" });
    await says(page, "closed · at least administrator: Role expert ranks 50, administrator 100.");
    await control.faults(answering("GET", ROLES, {}, { status: 403, times: 100 }));
    const refused = await open(context, deployment);
    await signIn(refused, "grace");
    await hold(refused, { atLeast: "administrator" });
    await says(refused, /closed · at least administrator: The role catalogue was refused \(403\)/);
  }),
);

test(
  "the panel says that the session is unknown, and when the next try comes",
  scenario({ site }, async ({ context, deployment, control }) => {
    await control.faults(
      answering("GET", SESSION, "busy", { status: 503, times: 100, headers: { "retry-after": "30" } }),
    );
    const page = await open(context, deployment);
    await says(
      page,
      /^unknown · feature chat-history: Nothing is known: server-error \(503\), again in \d+ s\.$/,
    );
    await shows(page, /Nothing is known\n/);
  }),
);

test(
  "a gate is listed while the page holds it, with a note where it has no listener",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    await page.evaluate(() => gates.push(session.gate({}), session.permissions.reading("chat-history")));
    await says(page, /^closed · no condition that can hold: A condition is missing/);
    await shows(page, /permissions\.reading · held, without a listener/);
  }),
);

test(
  "the panel shows no token, no password, no email, and nothing of a query, a header or a URL's password",
  scenario({ site }, async ({ context, deployment, watch }) => {
    const page = await open(context, deployment);
    const token = page
      .waitForResponse(/login$/)
      .then((answer) => answer.json())
      .then((body) => body.access_token);
    await signIn(page, "ada");
    await page.evaluate(async (path) => {
      await session.fetch(`${path}?key=s3cret`, { headers: { "x-key": "s3cret" } });
      await session.fetch("https://me:s3cret@elsewhere.invalid/api/").catch(() => {});
    }, AGENTS);
    const secret = await token;
    assert.ok(secret.length > 10);
    for (const tab of ["Gates", "Requests", "Log", "Preview"]) {
      await select(page, tab);
      await page.waitForTimeout(600);
      const html = await page.evaluate(
        () => document.querySelector("platform-session-inspector").shadowRoot.innerHTML,
      );
      for (const each of [secret, PASSWORD, "s3cret", credentialsOf("ada").email])
        assert.ok(!html.includes(each), tab);
    }
    assert.ok(!watch.consoleLines.join().includes(secret));
  }),
);

test(
  "the keyboard alone opens, reads and collapses the panel",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment, "?idle");
    await page.evaluate(() => void inspect(session));
    const opener = page.getByRole("button", { name: /Session inspector: No user is signed in/ });
    await opener.waitFor();
    assert.equal(await opener.getAttribute("aria-expanded"), "false");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const focused = () =>
      page.evaluate(
        () =>
          document.activeElement.shadowRoot?.activeElement?.textContent ?? document.activeElement.localName,
      );
    assert.match(await focused(), /^Gates \d\/\d$/);
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(), "Requests");
    assert.equal(await page.getByRole("tab", { selected: true }).textContent(), "Requests");
    await page.keyboard.press("End");
    assert.equal(await focused(), "Preview");
    await page.keyboard.press("ArrowRight");
    assert.match(await focused(), /^Gates/);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "feature chat-history");
    await page.keyboard.press("Escape");
    assert.match(await focused(), /gates open$/);
    assert.equal(await opener.isVisible(), true);
  }),
);

test(
  "axe finds no violation in the panel, in light and in dark",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment, "?preview");
    await signIn(page, "grace");
    for (const feature of ["scrum-team-agent", "chat-histroy"]) await hold(page, { feature });
    await page.evaluate(() => session.fetch("/api/none").then(() => {}));
    const checkSchemes = async (tab) => {
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await axe(page), [], `${tab}, ${colorScheme}`);
      }
    };
    for (const tab of ["Gates", "Requests", "Log", "Preview"]) {
      await select(page, tab);
      await page.waitForTimeout(600);
      await checkSchemes(tab);
    }
    await page.getByLabel("Role", { exact: true }).fill("administrator");
    await shows(page, /Preview: role administrator/);
    await checkSchemes("a preview");
  }),
);

test(
  "the panel fits into pages 360 and 1280 pixels wide, and the page's styles do not reach it",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    await says(page, /No user/);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 640 });
      const facts = await page.evaluate(() => {
        const { shadowRoot } = document.querySelector("platform-session-inspector");
        const { left, right, top, bottom } = shadowRoot.querySelector(".panel").getBoundingClientRect();
        return [
          left >= 0,
          top >= 0,
          right <= innerWidth,
          bottom <= innerHeight,
          document.body.scrollWidth <= innerWidth,
        ];
      });
      assert.deepEqual(facts, [true, true, true, true, true], `${width}`);
    }
    const styles = await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        "* { color: rgb(1, 2, 3) !important; font-size: 40px !important } .who { display: none }",
      );
      document.adoptedStyleSheets = [sheet];
      const { shadowRoot } = document.querySelector("platform-session-inspector");
      const { color, fontSize, display } = getComputedStyle(shadowRoot.querySelector(".who"));
      return [color !== "rgb(1, 2, 3)", fontSize, display];
    });
    assert.deepEqual(styles, [true, "15px", "block"]);
  }),
);

/** Checks that the box that highlights a gate is around this text of the gate. */
async function assertBoxAround(page, shown) {
  const [box, text] = await Promise.all([
    page.locator(".box").boundingBox(),
    page.getByText(shown, { exact: true }).boundingBox(),
  ]);
  assert.ok(box.y <= text.y && box.y + box.height >= text.y + text.height, `around ${shown}`);
}

test(
  "pointing at a gate highlights its row, and pointing at a row highlights its gate, also in an open shadow tree",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    await signIn(page, "ada");
    await says(page, /^open · feature chat-history/);
    const highlightedRows = () => page.locator(".gates li.pointed .name").allTextContents();
    await page.getByText("history", { exact: true }).hover();
    await until("its row", async () => (await highlightedRows())[0] === "feature chat-history");
    await page.getByRole("heading", { name: "Inspected" }).hover();
    await until("no row", async () => (await highlightedRows()).length === 0);
    await page.locator(".gates li", { hasText: "feature chat-history" }).hover();
    await assertBoxAround(page, "history");
    await page.getByRole("tab", { name: "Requests" }).hover();
    await until("no box", async () => (await page.locator(".box").count()) === 0);
    await page.evaluate(() => {
      const root = document.querySelector("main").appendChild(document.createElement("div"));
      const inner = root.attachShadow({ mode: "open" }).appendChild(document.createElement("div"));
      const gate = document.createElement("permission-gate");
      gate.feature = "report-analysis";
      gate.append(
        Object.assign(document.createElement("p"), { slot: "fallback", textContent: "no reports" }),
      );
      inner.attachShadow({ mode: "open" }).append(gate);
    });
    await page.locator(".gates li", { hasText: "feature report-analysis" }).hover();
    await assertBoxAround(page, "no reports");
  }),
);

test(
  "a previewed failure has no next try, and no previewed identity has the key of a real one",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment, "?preview");
    await signIn(page, "ada");
    const unknown = "unknown · feature chat-history: Nothing is known: server-error (503).";
    await select(page, "Preview");
    await page.getByLabel("Session", { exact: true }).selectOption("nothing is known");
    await shows(page, /Nothing is known: server-error \(503\)\./);
    await select(page, /Gates/);
    await says(page, unknown);
    await page.evaluate(() => panel.close());
    assert.equal(
      await page.evaluate(() => shown.snapshot.status),
      "authenticated",
      "a closed panel previews nothing",
    );
    const keys = await page.evaluate(async () => {
      const identities = [session.identity, shown.identity];
      await session.logout();
      return [...identities, session.identity, shown.identity].map(({ key }) => key);
    });
    assert.equal(new Set(keys).size, 4, `${keys}`);
  }),
);

test(
  "the collapsed buttons of two sessions are one above the other",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment, "?idle");
    const { pathname } = new URL(page.url());
    assert.equal(pathname, "/");
    await page.evaluate(async () => {
      const { createSession } = await import("./pkg/index.js");
      globalThis.first = inspect(session);
      inspect(createSession({ tabs: false }));
    });
    const boxes = async () =>
      (await Promise.all((await page.locator(".opener").all()).map((each) => each.boundingBox()))).sort(
        (a, b) => a.y - b.y,
      );
    const [upper, lower] = await boxes();
    assert.ok(upper.y + upper.height < lower.y, JSON.stringify([upper, lower]));
    await page.evaluate(() => first.close());
    assert.equal((await boxes())[0].y, lower.y, "the other button moves into its place");
  }),
);

test(
  "the page follows a preview that is chosen in the panel, and requests go on as the real user",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await open(context, deployment, "?preview");
    await signIn(page, "ada");
    await hold(page, { atLeast: "administrator" });
    await says(page, /^closed · at least administrator: Role default ranks 10/);
    await select(page, "Preview");
    await page.getByLabel("Role", { exact: true }).fill("administrator");
    await page.getByLabel("chat-history").selectOption("off");
    await until("the page", () => page.getByText("no history").isVisible());
    assert.equal(await page.evaluate(() => gates[0].granted), true);
    await select(page, /Gates/);
    await says(page, "closed · feature chat-history: Feature chat-history has enabled: false.");
    await says(page, "open · at least administrator: Role administrator is the user's own.");
    await shows(page, /Preview: role administrator, chat-history off/);
    await control.clearLog();
    assert.equal(await page.evaluate((path) => shown.fetch(path).then(({ status }) => status), AGENTS), 200);
    assert.equal((await control.requests("GET", AGENTS))[0].user ?? "ada@example.com", "ada@example.com");
    await page.getByRole("button", { name: "Reset" }).click();
    await until("the page", () => page.getByText("history", { exact: true }).isVisible());
    await select(page, "Preview");
    await page.getByLabel("Session", { exact: true }).selectOption("signed out");
    await until("the page", async () => !(await page.getByText("signed in", { exact: true }).isVisible()));
    await shows(page, /No user is signed in[\s\S]*Preview: signed out/);
  }),
);

test(
  "for a session that is not previewable the panel says how to make it so",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    await select(page, "Preview");
    await shows(page, /previewable\(session\)/);
    assert.equal(await page.getByLabel("Session", { exact: true }).isVisible(), false);
  }),
);

test(
  "a session has one panel, `inspect` again opens it, and close() removes it",
  scenario({ site }, async ({ context, deployment, control }) => {
    await control.faults(answering("GET", SESSION, sessionBody({}), { times: 100 }));
    const page = await open(context, deployment, "?preview");
    const count = () => page.locator("platform-session-inspector").count();
    assert.equal(await page.evaluate(() => inspect(shown) === panel && inspect(session) === panel), true);
    assert.equal(await count(), 1);
    await page.getByRole("button", { name: "Collapse" }).click();
    await page.evaluate(() => void inspect(session, { open: true }));
    await says(page, /^closed/);
    assert.equal(await page.getByRole("button", { name: "Collapse" }).isVisible(), true);
    const focused = await page.evaluate(() => document.activeElement.shadowRoot?.activeElement?.role);
    assert.equal(focused, "tab", "`inspect` again moves the focus into the panel");
    await page.evaluate(() => panel.close());
    assert.equal(await count(), 0);
    await page.getByText("signed in").hover();
    await page.evaluate(() => session.refresh().then(() => {}));
    await page.evaluate(() => void inspect(session, { open: true }));
    assert.equal(await count(), 1);
    await page.evaluate(() => session.close());
    await says(page, /^unknown · feature chat-history: The session is closed/);
  }),
);
