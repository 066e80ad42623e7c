// The scenarios of Svelte alone, with and without `experimental.async`.

import assert from "node:assert/strict";
import { sessionBody } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";
import { assertNoMismatch, FEATURE, GRANTED, SIGNED_OUT, signIn, textsOf } from "./app.mjs";

/** `test`: the function that `conformance` returns. */
export function ofSvelte({ render }, test) {
  for (const where of ["an effect before rendering", "an effect", "markup", "a teardown"]) {
    test(`logout() that ${where} calls closes every gate before the next frame`, {
      expects: where === "markup" ? [/state_unsafe_mutation/] : [],
    }, async ({ openReady }) => {
      const page = await openBare(openReady, "Acts", /second of Ada .*open/);
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
    openReady,
  }) => {
    const page = await openBare(openReady, "Begins", /second of Ada .*open/);
    assert.equal(await act(page), "html of no user no user shut");
    assert.deepEqual(await page.evaluate(() => noted), ["made"]);
  });

  for (const [owner, markup] of Object.entries(MARKUP)) {
    test(`a component that is mounted beside markup that ${owner} reads the live session from the first on`, async ({
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

  test("a component that a hydrated page without a session shows later reads the live session from the first on", async ({
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

  test("a component mounted after a hydration reads the live session from the first on; one hydrated later begins with `initial`", async ({
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

/** Opens the view `Bare` with the component `within` in it, signs Ada in, and waits until the page's text matches. */
export async function openBare(open, within, text) {
  const page = await open();
  await signIn(page, "ada");
  await page.evaluate((within) => adapter.mount({ view: "Bare", within }), within);
  await until(`the page to show ${text}`, async () => text.test(await textOfPage(page)));
  return page;
}

/** Makes the component in `Bare` act, and returns the page's text in the next frame. */
async function act(page) {
  await page.evaluate(async () => {
    view.change();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    globalThis.shown = document.querySelector("#app").textContent;
  });
  return (await page.evaluate(() => globalThis.shown)).replace(/\s+/g, " ").trim();
}

/** The session body with which the server rendered: Ada's. She is signed out before Svelte begins in the page. */
export const INITIAL = sessionBody(GRANTED);
const LIVE = ["script", "effect before rendering", "markup", "effect"].map((where) => `${where}: no user`);

/** Opens the app with `INITIAL`, and waits until the session knows that no user is signed in. */
export async function openSignedOut(open, control) {
  await control.faults(SIGNED_OUT);
  const page = await open({ options: { initial: INITIAL } });
  await until("the deployment's word", () =>
    page.evaluate(() => session.snapshot.status === "unauthenticated"),
  );
  return page;
}

/** Returns the users that the view `Notes` has read, from its beginning to a few frames from now. */
const notesOf = (page) =>
  page.evaluate(async () => {
    for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return noted;
  });

/** Hydrates `View` over the HTML of a server, and returns the texts that its gate shows until it is closed. */
export async function hydrateView(page, html) {
  await page.evaluate(
    ([html, conditions]) => adapter.hydrate(html, { conditions, session }),
    [html, FEATURE],
  );
  await until(
    "the hydrated gate to follow the session",
    async () => (await textsOf(page)).gate?.at(-1) === "fallback",
  );
  return (await textsOf(page)).gate;
}

/** Markup that looks like what Svelte hydrates, by a part of a test's title that says what it is. */
const MARKUP = {
  "another framework's server rendered": "<main><!--[--><p>of Vue</p><!--]--></main>",
  "an island has that is not hydrated yet": "<div data-session-identity=initial><p>island</p></div>",
};
