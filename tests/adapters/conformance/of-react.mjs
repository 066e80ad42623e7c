// The scenarios of React alone, in each of its majors.

import assert from "node:assert/strict";
import { SESSION } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";
import {
  FEATURE,
  OUTAGE,
  refresh,
  rendersOf,
  SIGNED_IN,
  SIGNED_OUT,
  showsText,
  signIn,
  signOutUnderRule,
} from "./app.mjs";
import { boundaryWithSession } from "./boundary-with-session.mjs";

/** `test`: the function that `conformance` returns. */
export function ofReact({ name }, test) {
  boundaryWithSession(test);

  test("a selector renders again only where its result changes, and one that returns a new object each time ends in no loop", async ({
    open,
    control,
  }) => {
    await control.faults(SIGNED_IN);
    const page = await open();
    await page.evaluate(() => adapter.select());
    await showsText(page, "picked", '"authenticated"');
    const before = await rendersOf(page);
    // Stale, and then not: two snapshots of the same status and user.
    await control.faults(OUTAGE);
    await page.evaluate(() => session.refresh().catch(() => {}));
    assert.equal(await page.evaluate(() => session.snapshot.stale), true);
    await control.faults(SIGNED_IN);
    await refresh(page);
    const after = await rendersOf(page);
    assert.equal(after.picked, before.picked);
    assert.equal(after.same, before.same);
    assert.ok(after.inline > before.inline && after.inline <= before.inline + 4, "no loop");
    await signOutUnderRule(control, page);
    await showsText(page, "picked", '"unauthenticated"');
    await showsText(page, "same", '{"status":"unauthenticated"}');
    await showsText(page, "inline", '{"status":"unauthenticated"}');
  });

  test("StrictMode, and a module that runs twice, make one session, and leave no listener", async ({
    open,
    control,
  }) => {
    const page = await open({ idle: true });
    assert.match(await page.evaluate(() => adapter.version), new RegExp(`^${name.slice(-2)}\\.`));
    await page.evaluate(() => adapter.strictApp());
    await showsText(page, "gate", "fallback");
    await page.evaluate(async () => {
      await import("/app.js?again");
      adapter.strictApp();
    });
    await showsText(page, "gate", "fallback");
    assert.equal((await control.requests("GET", SESSION)).length, 1);
    const strict = await open();
    await strict.evaluate((conditions) => adapter.mount({ isStrict: true, conditions }), FEATURE);
    await showsText(strict, "gate", "fallback");
    await strict.evaluate(() => view.unmount());
    assert.equal(await strict.evaluate(() => counting.listeners()), 0);
  });

  test("no commit shows two answers of a gate where the user signs out between the slices of one rendering", async ({
    openReady,
    control,
  }) => {
    await control.faults(SIGNED_IN);
    const page = await openReady();
    await control.faults(SIGNED_OUT);
    const midwayCount = await page.evaluate(async () => {
      const count = await adapter.tearing();
      await session.logout();
      return count;
    });
    assert.equal(midwayCount, 0, "the rendering was under way");
    await until("all to be shown", () =>
      page.evaluate(() => {
        const shown = [...document.querySelectorAll("#app i")];
        return shown.length === 60 && shown.every(({ textContent }) => textContent === "false");
      }),
    );
    assert.equal(await page.evaluate(() => torn), false);
  });

  test("content that throws without a user leaves the rest of the application shown, and is built anew for its user", {
    expects: [/name|slip/],
  }, async ({ open, control }) => {
    const page = await open();
    await signIn(page, "ada");
    await page.evaluate(() => adapter.throwing());
    await page.locator("#draft").fill("a draft");
    await control.expire();
    await refresh(page);
    await showsText(page, "out", "signed out");
    await showsText(page, "beside", "beside");
    assert.equal(await page.locator("#name").count(), 0);
    await signIn(page, "ada");
    await showsText(page, "name", "Ada Lovelace");
    assert.equal(await page.locator("#draft").inputValue(), "", "content that threw is built anew");
    assert.equal(await page.locator("#out").count(), 0);
    await page.evaluate(() => {
      try {
        slip();
      } catch {
        // React throws it on: while the user is signed in, an error of the content is the application's.
      }
    });
    await until(
      "the application to be taken away",
      async () => (await page.locator("#beside").count()) === 0,
    );
  });

  test("an event that a layout effect fires calls the listener of the same rendering", async ({ open }) => {
    const page = await open();
    assert.deepEqual(await page.evaluate(() => adapter.firing()), [1, 2]);
  });

  test("two components with the same listener function are two listeners", async ({ open }) => {
    const page = await open();
    assert.deepEqual(await page.evaluate(() => adapter.sharing()), [2, 1, 0]);
  });
}
