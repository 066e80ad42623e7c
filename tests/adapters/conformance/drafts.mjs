// Scenarios of drafts in an `IdentityBoundary` alone, and in a `SignedIn` alone (the view `Drafts`): nested, each would hide a defect of the
// other. A gate within the `SignedIn` keeps a draft, too.

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { sessionBody } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";
import {
  assertNoMismatch,
  featuresWith,
  GRANTED,
  readRule,
  refresh,
  SIGNED_IN,
  SIGNED_OUT,
  signIn,
  signOut,
} from "./app.mjs";

const view = "Drafts";
const DRAFT = "a draft of Ada";
const GRACE = readRule(sessionBody(GRANTED, { id: 8, name: "Grace Hopper" }));

/** The rule that answers reads with the same user, who has another feature than the gate asks for. */
const WITHOUT_FEATURE = readRule(sessionBody(featuresWith("report-analysis")));
const EMPTY = { bounded: "", "signed-in": "", gated: "" };

/** The ways in which an identity ends: the rule for reads from then on, the call that finds it out, and the fields afterwards, with their texts. */
const ENDS = [
  {
    end: "another user is found",
    answer: GRACE,
    call: refresh,
    remaining: { bounded: "", "signed-in": "", gated: "" },
  },
  { end: "the user has signed out", answer: SIGNED_OUT, call: signOut, remaining: { bounded: "" } },
];

/** Types the draft into all fields. */
async function typeDraft(page) {
  for (const id of ["bounded", "signed-in", "gated"]) await page.locator(`#${id}`).fill(DRAFT);
}

/** Returns the text in each field, by its id: of all fields, or of those that are visible. */
const typedIn = (page, { isVisible = false } = {}) =>
  page.evaluate((isVisible) => {
    const fields = [...document.querySelectorAll("#app textarea")];
    return Object.fromEntries(
      fields.filter((each) => !isVisible || each.checkVisibility()).map(({ id, value }) => [id, value]),
    );
  }, isVisible);

/** Waits until exactly these fields, by their ids, are in the page and visible, with these texts. */
const awaitFields = (page, wanted, message) =>
  until(`the fields (${message})`, async () => {
    const [all, visible] = [await typedIn(page), await typedIn(page, { isVisible: true })];
    return [all, visible].every((seen) => isDeepStrictEqual(seen, wanted));
  });

/** From now on, notes in `openThough` the session's status in each frame that shows the gate open without the feature. */
const watchGate = (page) =>
  page.evaluate(() => {
    globalThis.openThough = [];
    const checkFrame = () => {
      const { status, features } = session.snapshot;
      const isOpen = document.querySelector("#gated")?.checkVisibility();
      if (isOpen && !features["chat-history"]?.enabled) openThough.push(status);
      requestAnimationFrame(checkFrame);
    };
    checkFrame();
  });

export function drafts({ test, render }) {
  const judge = async ({ end, answer, call, remaining }, page, control) => {
    await awaitFields(page, EMPTY, `before ${end}`);
    await typeDraft(page);
    await control.faults(answer);
    await call(page);
    const visible = Object.values(await typedIn(page, { isVisible: true }));
    assert.ok(!visible.includes(DRAFT), `a draft is visible once ${end}`);
    await awaitFields(page, remaining, end);
  };

  test("a draft in an IdentityBoundary alone, or in a SignedIn alone, is gone once another user is found, and once the user has signed out", async ({
    openReady,
    control,
  }) => {
    await control.faults(SIGNED_IN);
    const page = await openReady({ view });
    for (const end of ENDS) await judge(end, page, control);
  });

  if (render)
    for (const end of ENDS)
      test(`a draft in a hydrated IdentityBoundary alone, or SignedIn alone, is gone once ${end.end}`, async ({
        open,
        control,
        watch,
      }) => {
        const initial = sessionBody(GRANTED);
        const { html } = await (await render())(view, initial);
        await control.faults(SIGNED_IN);
        const page = await open({ options: { initial } });
        await hydrate(page, html);
        await judge(end, page, control);
        assertNoMismatch(watch);
      });

  test("a draft in an IdentityBoundary alone, or in a SignedIn alone, outlives the session, for the same user", async ({
    open,
    control,
  }) => {
    const page = await open({ mount: { view } });
    await signIn(page, "ada");
    await awaitFields(page, EMPTY, "at the beginning");
    await typeDraft(page);
    await control.expire();
    await refresh(page);
    await until("the session's end", () => page.locator("text=signed out").isVisible());
    assert.deepEqual(await typedIn(page, { isVisible: true }), { bounded: DRAFT }, "the session has ended");
    await signIn(page, "ada");
    await awaitFields(page, { bounded: DRAFT, "signed-in": DRAFT, gated: DRAFT }, "the same user is back");
  });

  test("a gate in a SignedIn that is hidden keeps what it shows, and no frame shows it open that is not granted", async ({
    openReady,
    control,
  }) => {
    await control.faults(SIGNED_IN);
    const page = await openReady({ view });
    await awaitFields(page, EMPTY, "at the beginning");
    await typeDraft(page);
    await watchGate(page);
    await control.faults(SIGNED_OUT);
    await refresh(page);
    await until("the session's end", () => page.locator("text=signed out").isVisible());
    assert.deepEqual(await typedIn(page), { bounded: DRAFT, "signed-in": DRAFT, gated: DRAFT });
    assert.equal(await page.evaluate(() => session.gate({ feature: "chat-history" }).value), "denied");
    await control.faults(SIGNED_IN);
    await refresh(page);
    await awaitFields(page, { bounded: DRAFT, "signed-in": DRAFT, gated: DRAFT }, "the same user is back");
    await control.faults(SIGNED_OUT);
    await refresh(page);
    await until("the session's end", () => page.locator("text=signed out").isVisible());
    await control.faults(WITHOUT_FEATURE);
    await refresh(page);
    await awaitFields(
      page,
      { bounded: DRAFT, "signed-in": DRAFT },
      "the same user is back, without the feature",
    );
    assert.ok(await page.locator("text=closed").isVisible());
    assert.deepEqual(await page.evaluate(() => openThough), []);
  });

  if (!render) return;
  test("what a server rendered where no user is signed in is visible before it is hydrated", async ({
    open,
    control,
    watch,
  }) => {
    const initial = { authenticated: false };
    const { html } = await (await render())(view, initial);
    await control.faults(SIGNED_OUT);
    const page = await open({ options: { initial } });
    await page.evaluate(async (html) => {
      document.querySelector("#app").innerHTML = html;
      await session.ready;
    }, html);
    const isShown = async (message) => {
      assert.deepEqual(await typedIn(page, { isVisible: true }), { bounded: "" }, message);
      assert.ok(await page.locator("text=signed out").isVisible(), message);
    };
    await isShown("before it is hydrated");
    await hydrate(page);
    await isShown("hydrated");
    assertNoMismatch(watch);
  });
}

/** Hydrates `html`, or without it what is in the page, and waits until the framework has taken over what a server rendered. */
async function hydrate(page, html) {
  await page.evaluate(([html, view]) => adapter.hydrate(html, { view }), [html, view]);
  const unhydratedCount = () =>
    page.locator('[data-session-identity="initial"], [data-session-user="initial"]').count();
  await until("the framework", async () => (await unhydratedCount()) === 0);
}
