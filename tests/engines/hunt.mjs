// Where the access token and the password lie, in all that a script can read and on the wire. What only memory holds, Chromium
// alone can be asked (tests/e2e/secrets).

import assert from "node:assert/strict";
import { logout } from "../e2e/support/bare-page.mjs";
import { BUFFERS, HEAP, WASM } from "../e2e/support/hunt.mjs";
import { signInAs, startSession, use } from "../e2e/support/hunting-ground.mjs";
import { PLANTS, preparePlanting } from "../e2e/support/plants.mjs";
import { collectPlaces, noteMessages } from "../e2e/support/script-readable.mjs";
import { disguisedPiecesOf, piecesOf, wireTexts } from "../e2e/support/search.mjs";
import { canary } from "../e2e/support/wire.mjs";

/** All that can be reached from `window`, by names, symbols, getters, maps and sets. */
const WINDOW = "what window reaches";
/** What is not looked into: memory and the browser's own records, which are for Chromium's protocol. */
const UNSEEN = new Set([HEAP, WASM, BUFFERS, "navigation history", "requested URLs", "console lines"]);

export function hunt(scenario) {
  scenario("no script finds the token or the password, and no wire carries them astray", async (given) => {
    const ground = await openGround(given, { token: "memory" });
    const { page, wire } = ground;
    await startSession(page, { token: "memory" });
    await signInAs(page, "ada/wrong");
    await signInAs(page, "ada");
    assert.deepEqual(await foundBy(ground), {});
    await use(ground);
    assert.equal(wire.tokens.length, 2, "signed in again after the end");
    assert.deepEqual(await foundBy(ground), {});
    await logout(page);
    assert.deepEqual(await foundBy(ground), {});
  });

  scenario("what is left in a place that a script can read is found there", async (given) => {
    const ground = await openGround(given, {});
    const { page, control } = ground;
    await page.evaluate(preparePlanting);
    const canaries = [];
    const expected = {};
    const keepsFiles = await page.evaluate(() => Boolean(navigator.storage?.getDirectory));
    for (const [name, places, plant, arrange] of PLANTS) {
      const seen = places.filter((place) => !UNSEEN.has(place));
      if (seen.length === 0 || (name === "a file" && !keepsFiles)) continue;
      const text = canary();
      canaries.push({ name, kind: "token", text });
      expected[name] = seen.toSorted();
      if (arrange) await control.faults(arrange(text));
      await page.evaluate(quietly(plant), text);
    }
    assert.ok(canaries.length >= 24, `${canaries.length}`);
    assert.deepEqual(await foundBy(ground, canaries), expected);
  });

  scenario("what a global variable holds, however deep, is found from window", async (given) => {
    const ground = await openGround(given, {});
    const text = canary();
    await ground.page.evaluate((secret) => {
      globalThis.kept = { list: [new Map([["a", new Set([{ [Symbol("b")]: `(${secret})` }])]])] };
    }, text);
    assert.deepEqual(await foundBy(ground, [{ name: "it", kind: "token", text }]), { it: [WINDOW] });
  });
}

/** A page without a session, reached over a wire that notes everything, as `tests/e2e/support/hunting-ground.mjs` has it. */
async function openGround({ deployment, control, open: openAt, wire: wireTo }, options) {
  const wire = await wireTo(deployment);
  const open = async () => {
    const page = await openAt(wire, { idle: true });
    // Before the session is made: no script of the page has said anything by then.
    await noteMessages({ addInitScript: (script) => page.evaluate(script) });
    return page;
  };
  return { page: await open(), open, wire, options, control };
}

/** The places by canary, of those that were found: by itself those of every token and password so far. */
async function foundBy({ page, wire }, canaries = canariesOf(wire)) {
  const places = await collectPlaces(page);
  const onWire = { token: wireTexts(wire, "token"), password: wireTexts(wire, "password") };
  const reached = await page.evaluate(
    reachedFromWindow,
    canaries.map(({ text }) => piecesOf(text)),
  );
  const found = {};
  for (const [at, { name, kind, text }] of canaries.entries()) {
    const pieces = disguisedPiecesOf(text);
    const holding = [...Object.entries(places), ...onWire[kind]]
      .filter(([, content]) => pieces.some((piece) => content.includes(piece)))
      .map(([place]) => place);
    // Whatever lies in another place of the page, window reaches as well.
    if (holding.length === 0 && reached[at]) holding.push(WINDOW);
    if (holding.length > 0) found[name] = holding.toSorted();
  }
  return found;
}

const canariesOf = ({ tokens, passwords }) => {
  assert.ok(tokens.length > 0, "there is something to look for");
  return [
    ...tokens.map((text, at) => ({ name: `token ${at + 1}`, kind: "token", text })),
    ...Object.entries(passwords).map(([name, text]) => ({
      name: `${name} password`,
      kind: "password",
      text,
    })),
  ];
};

/** The function, for what it does: what it returns stays in the page. */
const quietly = (fn) => new Function(`return async (...given) => { await (${fn})(...given); }`)();

/** Runs in the page: returns for each list of pieces whether one is within a text that can be reached from `window`. */
function reachedFromWindow(lists) {
  const texts = new Set();
  bare.deeply(globalThis, (value) => {
    if (typeof value === "string") texts.add(value);
  });
  const all = [...texts].join("\n");
  return lists.map((pieces) => pieces.some((piece) => all.includes(piece)));
}
