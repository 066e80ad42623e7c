// Gates within `<signed-in>`: while that hides its children, the gates keep theirs, and the draft in them.

import assert from "node:assert/strict";
import { sessionBody } from "../../e2e/support/identity-api.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { readRule, refresh } from "../conformance/app.mjs";
import { layOut, open } from "../support/site.mjs";

const site = layOut("elements");
const featuresOf = (...names) =>
  Object.fromEntries(names.map((name) => [name, { enabled: true, limit: null }]));
const ADA = readRule(sessionBody(featuresOf("chat-history")));
const WITHOUT_FEATURE = readRule(sessionBody(featuresOf("report-analysis")));
const GRACE = readRule(sessionBody(featuresOf("chat-history"), { id: 8, name: "Grace Hopper" }));
const SIGNED_OUT = readRule({ authenticated: false });

/** Opens the page as Ada, and puts a `<signed-in>` with two gates into it, in templates unless `isPlain`, and a gate beside it. Types into both fields. */
async function openDraft(context, deployment, isPlain) {
  await deployment.control.faults(ADA);
  const page = await open(context, deployment);
  await page.evaluate(async (isPlain) => {
    await session.ready;
    for (const gate of document.querySelectorAll("permission-gate, session-gate")) gate.remove();
    const contentOf = (html) => (isPlain ? html : `<template>${html}</template>`);
    const place = document.createElement("div");
    place.innerHTML = `
      <signed-in>
        ${contentOf(`
          <permission-gate class="gate" feature="chat-history">
            ${contentOf("<textarea></textarea>")}
            <p slot="fallback">closed</p>
          </permission-gate>
          <session-gate status="authenticated">${contentOf('<input class="note" />')}</session-gate>`)}
        <session-gate slot="fallback" status="unauthenticated">${contentOf("<p>signed out</p>")}</session-gate>
      </signed-in>
      <permission-gate id="beside" feature="chat-history"><p>beside</p></permission-gate>`;
    document.body.append(place);
    // The status of the session in each frame that shows the gate's content without its feature.
    globalThis.openThough = [];
    const checkFrame = () => {
      const field = place.querySelector("textarea");
      if (field?.checkVisibility() && !session.permissions.can("chat-history"))
        openThough.push(session.snapshot.status);
      requestAnimationFrame(checkFrame);
    };
    checkFrame();
    globalThis.seen = () => ({
      draft: place.querySelector("textarea")?.value,
      note: place.querySelector(".note")?.value,
      state: place.querySelector(".gate")?.state,
      visible: [...place.querySelectorAll("textarea, .note, p")]
        .filter((each) => each.checkVisibility())
        .map((each) => each.textContent || each.localName),
    });
  }, isPlain);
  await page.locator("textarea").fill("of Ada");
  await page.locator(".note").fill("a note");
  return page;
}

const seen = (page) => page.evaluate(() => globalThis.seen());
/** Answers a read by this rule, and returns what is seen then. */
async function readBy(page, control, fault) {
  await control.faults(fault);
  await refresh(page);
  return seen(page);
}

for (const isPlain of [false, true])
  test(
    `a draft in a gate in <signed-in>, in ${isPlain ? "plain children" : "templates"}, is back with its user, and not shown to another`,
    scenario({ site, context: { bypassCSP: true } }, async ({ context, deployment, control }) => {
      const page = await openDraft(context, deployment, isPlain);
      assert.deepEqual((await seen(page)).visible, ["textarea", "input", "beside"]);
      const unchanged = { draft: "of Ada", note: "a note" };
      assert.deepEqual(await readBy(page, control, SIGNED_OUT), {
        ...unchanged,
        state: "denied",
        visible: ["signed out"],
      });
      assert.deepEqual(await readBy(page, control, ADA), {
        ...unchanged,
        state: "granted",
        visible: ["textarea", "input", "beside"],
      });
      await readBy(page, control, SIGNED_OUT);
      const without = await readBy(page, control, WITHOUT_FEATURE);
      assert.equal(without.state, "denied");
      assert.deepEqual(without.visible, ["closed", "input"]);
      assert.equal(without.note, "a note");
      if (!isPlain) assert.equal(without.draft, undefined, "a template's content is removed");
      await readBy(page, control, ADA);
      await page.locator("textarea").fill("of Ada");
      await readBy(page, control, SIGNED_OUT);
      const another = await readBy(page, control, GRACE);
      if (isPlain) assert.deepEqual(another.visible, ["beside"], "plain children stay hidden");
      else {
        assert.deepEqual(another.visible, ["textarea", "input", "beside"]);
        assert.deepEqual([another.draft, another.note], ["", ""]);
      }
      assert.deepEqual(await page.evaluate(() => openThough), []);
    }),
  );
