// Scenarios of the option `initial`, and of a view that a server rendered from it.

import assert from "node:assert/strict";
import { sessionBody } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";
import {
  assertNoMismatch,
  FEATURE,
  featuresWith,
  GRANTED,
  readRule,
  SIGNED_OUT,
  showsText,
  textsOf,
} from "./app.mjs";

export function serverRendered({ test, testOnce, render }) {
  testOnce(
    "a view that is mounted late shows the live session, and not `initial`",
    async ({ open, control }) => {
      await control.faults(SIGNED_OUT);
      const page = await open({ options: { initial: sessionBody(GRANTED) } });
      await until("the deployment's answer", () =>
        page.evaluate(() => session.snapshot.status === "unauthenticated"),
      );
      await page.evaluate(() => {
        globalThis.removed = [];
        const onChange = (records) =>
          removed.push(...records.flatMap(({ removedNodes }) => [...removedNodes]));
        new MutationObserver(onChange).observe(document.querySelector("#app"), {
          childList: true,
          subtree: true,
        });
      });
      await page.evaluate((conditions) => adapter.mount({ conditions }), FEATURE);
      await showsText(page, "gate", "fallback");
      assert.deepEqual((await textsOf(page)).gate, ["fallback"]);
      const removed = await page.evaluate(() => globalThis.removed.map(({ textContent }) => textContent));
      assert.ok(
        !removed.some((text) => text.includes("content")),
        "`initial` was rendered, and then removed",
      );
    },
  );

  if (!render) return;
  test("a view that a server rendered is hydrated with `initial`, and follows the live session afterwards", async ({
    open,
    control,
    watch,
  }) => {
    const initial = sessionBody(GRANTED);
    const { html } = await (await render())("View", initial, FEATURE);
    assert.match(html, /content/);
    assert.doesNotMatch(html, /fallback|pending/);
    await control.faults(SIGNED_OUT);
    const page = await open({ options: { initial } });
    // The session has moved on before the page is hydrated.
    await until("the deployment's answer", () =>
      page.evaluate(() => session.snapshot.status === "unauthenticated"),
    );
    await page.evaluate(([html, conditions]) => adapter.hydrate(html, { conditions }), [html, FEATURE]);
    await showsText(page, "gate", "fallback");
    const seen = await textsOf(page);
    assert.deepEqual(seen.gate, ["content", "fallback"]);
    assert.deepEqual(seen.can, ["true", "false"]);
    assert.deepEqual(seen.state, ["granted", "denied"]);
    assert.deepEqual(seen.reading, ["granted null", "denied null"]);
    assert.deepEqual(
      seen.status.map((text) => text.trim()),
      ["authenticated Ada Lovelace", "unauthenticated"],
    );
    assertNoMismatch(watch);
  });

  test("100 renderings on a server show each user their own gates, and leave no listener", async () => {
    const rendered = await render();
    for (let index = 0; index < 50; index += 1) {
      const granted = await rendered("View", sessionBody(GRANTED), FEATURE);
      const signedOut = await rendered("View", { authenticated: false }, FEATURE);
      assert.match(granted.html, /content/);
      assert.match(signedOut.html, /fallback/);
      // Some frameworks take a render's listeners away only after it is over.
      await new Promise((resolve) => setTimeout(resolve));
      assert.deepEqual([granted.listeners(), signedOut.listeners()], [0, 0]);
    }
    assert.match((await rendered("View", undefined, FEATURE)).html, /pending/);
  });

  test("a menu that a server rendered is hydrated without a warning, and follows the live session afterwards", async ({
    open,
    control,
    watch,
  }) => {
    const initial = sessionBody(featuresWith("chat-history"));
    const request = { reason: "ended", user: { name: "Ada Lovelace" } };
    const rendered = await (await render())("Menu", initial);
    await new Promise((resolve) => setTimeout(resolve));
    assert.equal(rendered.listeners(), 0);
    assert.match(rendered.html, /id="?menu"?[^>]*>(<!--.*?-->)?chat-history</);
    await control.faults(readRule(sessionBody(featuresWith("report-analysis"))));
    const page = await open({ options: { initial } });
    await until("the deployment's answer", () =>
      page.evaluate(() => session.permissions.can("report-analysis")),
    );
    await page.evaluate(
      ([html, request]) => {
        requests.set(request);
        adapter.hydrate(html, { view: "Menu" });
      },
      [rendered.html, request],
    );
    await showsText(page, "menu", "report-analysis");
    await showsText(page, "request", "ended Ada Lovelace");
    const { menu, request: requested } = await page.evaluate(() => seen);
    assert.deepEqual(
      [menu, requested],
      [
        ["chat-history", "report-analysis"],
        ["nothing", "ended Ada Lovelace"],
      ],
    );
    assertNoMismatch(watch);
  });
}
