// Scenarios that Svelte has beside those of every framework, as it is and with `experimental.async`.

import assert from "node:assert/strict";
import { sessionBody } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";
import { assertNoMismatch, FEATURE, GRANTED, SIGNED_OUT, signIn, textsOf } from "./app.mjs";

/** `test`: as `conformance` gives it. */
export function ofSvelte({ render }, test) {
  for (const where of ["an effect before rendering", "an effect", "markup", "a teardown"]) {
    test(`logout() that ${where} calls closes every gate before the next frame`, {
      expects: where === "markup" ? [/state_unsafe_mutation/] : [],
    }, async ({ openKnown }) => {
      const page = await openBare(openKnown, "Acts", /second of Ada .*open/);
      await page.evaluate((where) => {
        globalThis.calls = 0;
        adapter.from(where, () => {
          calls += 1;
          session.logout();
        });
      }, where);
      assert.equal(await act(page), "html of no user no user shut");
      assert.equal(await page.evaluate(() => calls), 1);
    });
  }

  test("logout() that a component calls as it is created closes every gate, and creates it once", async ({
    openKnown,
  }) => {
    const page = await openBare(openKnown, "Begins", /second of Ada .*open/);
    assert.equal(await act(page), "html of no user no user shut");
    assert.deepEqual(await page.evaluate(() => noted), ["made"]);
  });

  for (const [owner, markup] of Object.entries(MARKUP)) {
    test(`what is mounted beside markup that ${owner} reads what is live from the first on`, async ({
      open,
      control,
    }) => {
      const page = await openSignedOut(open, control);
      await page.evaluate((markup) => {
        document.body.appendChild(document.createElement("div")).innerHTML = markup;
        adapter.mount({ view: "Notes" });
      }, markup);
      assert.deepEqual(await notesOf(page), LIVE);
    });
  }

  test("what a hydrated page without a session leads to reads what is live from the first on", async ({
    open,
    control,
    watch,
  }) => {
    const { html } = await (await render())("Landing", INITIAL);
    const page = await openSignedOut(open, control);
    await page.evaluate((html) => adapter.hydrate(html, { view: "Landing", session: undefined }), html);
    await page.evaluate(() => view.change());
    assert.deepEqual(await notesOf(page), LIVE);
    assertNoMismatch(watch);
  });

  test("what is mounted after an app was hydrated reads what is live from the first on, and what is hydrated then does not", async ({
    open,
    control,
    watch,
  }) => {
    const { html } = await (await render())("View", INITIAL, FEATURE);
    const page = await openSignedOut(open, control);
    assert.deepEqual(await hydrateView(page, html), ["content", "fallback"]);
    await page.evaluate(() => {
      globalThis.hydrated = view;
      noted.length = 0;
      adapter.mount({ view: "Notes", session });
    });
    assert.deepEqual(await notesOf(page), LIVE);
    await page.evaluate(() => {
      hydrated.unmount();
      view.unmount();
    });
    assert.deepEqual(await hydrateView(page, html), ["content", "fallback"]);
    assertNoMismatch(watch);
  });
}

export const textOfPage = (page) =>
  page.evaluate(() => document.querySelector("#app").textContent.replace(/\s+/g, " ").trim());

/** Opens gates and values with neither an `IdentityBoundary` nor a `SignedIn` around them, with this part among them. Ada is signed in. */
export async function openBare(open, within, text) {
  const page = await open();
  await signIn(page, "ada");
  await page.evaluate((within) => adapter.mount({ view: "Bare", within }), within);
  await until(`the page to show ${text}`, async () => text.test(await textOfPage(page)));
  return page;
}

/** Has the page act, and returns what it shows in the next frame. */
async function act(page) {
  await page.evaluate(async () => {
    view.change();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    globalThis.shown = document.querySelector("#app").textContent;
  });
  return (await page.evaluate(() => globalThis.shown)).replace(/\s+/g, " ").trim();
}

/** Ada, as the server read her. By the time at which anything of Svelte begins in the page, she is signed out. */
export const INITIAL = sessionBody(GRANTED);
const LIVE = ["script", "effect before rendering", "markup", "effect"].map((where) => `${where}: no user`);

export async function openSignedOut(open, control) {
  await control.faults(SIGNED_OUT);
  const page = await open({ options: { initial: INITIAL } });
  await until("the deployment's word", () =>
    page.evaluate(() => session.snapshot.status === "unauthenticated"),
  );
  return page;
}

/** Returns all that the view `Notes` has read, from its beginning to the next frames. */
const notesOf = (page) =>
  page.evaluate(async () => {
    for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return noted;
  });

/** Hydrates `View` over what a server rendered of it, and returns what it shows first and in the end. */
export async function hydrateView(page, html) {
  await page.evaluate(
    ([html, conditions]) => adapter.hydrate(html, { conditions, session }),
    [html, FEATURE],
  );
  await until("the hydrated gate to go live", async () => (await textsOf(page)).gate?.at(-1) === "fallback");
  return (await textsOf(page)).gate;
}

const MARKUP = {
  "another framework's server rendered": "<main><!--[--><p>of Vue</p><!--]--></main>",
  "an island has that is not hydrated yet": "<div data-session-identity=initial><p>island</p></div>",
};
