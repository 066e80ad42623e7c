// Gates within `<signed-in>`: while it hides what it keeps, they keep what they show, and the draft in it.

import assert from "node:assert/strict";
import { answering, SESSION, sessionBody } from "../../e2e/support/identity-api.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { refresh } from "../conformance/app.mjs";
import { layOut, open } from "../support/site.mjs";

const site = layOut("elements-gates-in-signed-in", "elements");
const reading = (body) => answering("GET", SESSION, body, { times: 1000 });
const featuresOf = (...names) =>
  Object.fromEntries(names.map((name) => [name, { enabled: true, limit: null }]));
const ADA = reading(sessionBody(featuresOf("chat-history")));
const WITHOUT = reading(sessionBody(featuresOf("report-analysis")));
const GRACE = reading(sessionBody(featuresOf("chat-history"), { id: 8, name: "Grace Hopper" }));
const SIGNED_OUT = reading({ authenticated: false });

/** Puts a draft into the page, of Ada: in a gate, in a template or not, in `<signed-in>`; beside it gates that no user has to be signed in for. */
async function put(context, deployment, isPlain) {
  await deployment.control.faults(ADA);
  const page = await open(context, deployment);
  await page.evaluate(async (isPlain) => {
    await session.ready;
    for (const gate of document.querySelectorAll("permission-gate, session-gate")) gate.remove();
    const within = (html) => (isPlain ? html : `<template>${html}</template>`);
    const own = document.createElement("div");
    own.innerHTML = `
      <signed-in>
        ${within(`
          <permission-gate class="gate" feature="chat-history">
            ${within("<textarea></textarea>")}
            <p slot="fallback">closed</p>
          </permission-gate>
          <session-gate status="authenticated">${within('<input class="note" />')}</session-gate>`)}
        <session-gate slot="fallback" status="unauthenticated">${within("<p>signed out</p>")}</session-gate>
      </signed-in>
      <permission-gate id="beside" feature="chat-history"><p>beside</p></permission-gate>`;
    document.body.append(own);
    // The content that is seen in a frame though its gate is not granted.
    globalThis.openThough = [];
    const look = () => {
      const field = own.querySelector("textarea");
      if (field?.checkVisibility() && !session.permissions.can("chat-history"))
        openThough.push(session.snapshot.status);
      requestAnimationFrame(look);
    };
    look();
    globalThis.seen = () => ({
      draft: own.querySelector("textarea")?.value,
      note: own.querySelector(".note")?.value,
      state: own.querySelector(".gate")?.state,
      visible: [...own.querySelectorAll("textarea, .note, p")]
        .filter((each) => each.checkVisibility())
        .map((each) => each.textContent || each.localName),
    });
  }, isPlain);
  await page.locator("textarea").fill("of Ada");
  await page.locator(".note").fill("a note");
  return page;
}

const seen = (page) => page.evaluate(() => globalThis.seen());
async function answer(page, control, fault) {
  await control.faults(fault);
  await refresh(page);
  return seen(page);
}

for (const isPlain of [false, true])
  test(
    `a draft in a gate in <signed-in>, in ${isPlain ? "plain children" : "templates"}, is there when its user is back, and for no other`,
    scenario({ site, context: { bypassCSP: true } }, async ({ context, deployment, control }) => {
      const page = await put(context, deployment, isPlain);
      assert.deepEqual((await seen(page)).visible, ["textarea", "input", "beside"]);
      const kept = { draft: "of Ada", note: "a note" };
      assert.deepEqual(await answer(page, control, SIGNED_OUT), {
        ...kept,
        state: "denied",
        visible: ["signed out"],
      });
      assert.deepEqual(await answer(page, control, ADA), {
        ...kept,
        state: "granted",
        visible: ["textarea", "input", "beside"],
      });
      await answer(page, control, SIGNED_OUT);
      const without = await answer(page, control, WITHOUT);
      assert.equal(without.state, "denied");
      assert.deepEqual(without.visible, ["closed", "input"]);
      assert.equal(without.note, "a note");
      if (!isPlain) assert.equal(without.draft, undefined, "a template's content goes");
      await answer(page, control, ADA);
      await page.locator("textarea").fill("of Ada");
      await answer(page, control, SIGNED_OUT);
      const another = await answer(page, control, GRACE);
      if (isPlain) assert.deepEqual(another.visible, ["beside"], "plain children stay hidden");
      else {
        assert.deepEqual(another.visible, ["textarea", "input", "beside"]);
        assert.deepEqual([another.draft, another.note], ["", ""]);
      }
      assert.deepEqual(await page.evaluate(() => openThough), []);
    }),
  );
