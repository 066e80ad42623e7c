// Hunts for the access token and the password in all that a script can read, and on the wire. Only in Chromium can memory be
// searched (tests/e2e/secrets).

import assert from "node:assert/strict";
import { logout } from "../e2e/support/bare-page.mjs";
import { BUFFERS, HEAP, WASM } from "../e2e/support/hunt.mjs";
import { signInAs, startSession, use } from "../e2e/support/hunting-ground.mjs";
import { PLANTS, preparePlanting } from "../e2e/support/plants.mjs";
import { collectPlaces, noteMessages } from "../e2e/support/script-readable.mjs";
import { disguisedPiecesOf, piecesOf, wireTexts } from "../e2e/support/search.mjs";
import { canary } from "../e2e/support/wire.mjs";

/** The place of everything that can be reached from `window`, by names, symbols, getters, maps and sets. */
const WINDOW = "what window reaches";
/** Places that are not searched: memory and the browser's own records, which need Chromium's protocol. */
const NOT_SEARCHED = new Set([HEAP, WASM, BUFFERS, "navigation history", "requested URLs", "console lines"]);

export function hunt(scenario) {
  scenario(
    "no script finds the token or the password, and no request or answer has them where they do not belong",
    async (given) => {
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
    },
  );

  scenario("a canary in a place that a script can read is found there", async (given) => {
    const ground = await openGround(given, {});
    const { page, control } = ground;
    await page.evaluate(preparePlanting);
    const canaries = [];
    const expected = {};
    const keepsFiles = await page.evaluate(() => Boolean(navigator.storage?.getDirectory));
    for (const [name, places, plant, arrange] of PLANTS) {
      const searched = places.filter((place) => !NOT_SEARCHED.has(place));
      if (searched.length === 0 || (name === "a file" && !keepsFiles)) continue;
      const text = canary();
      canaries.push({ name, kind: "token", text });
      expected[name] = searched.toSorted();
      if (arrange) await control.faults(arrange(text));
      await page.evaluate(quietly(plant), text);
    }
    assert.ok(canaries.length >= 24, `${canaries.length}`);
    assert.deepEqual(await foundBy(ground, canaries), expected);
  });

  scenario("a canary deep in a global variable is found from window", async (given) => {
    const ground = await openGround(given, {});
    const text = canary();
    await ground.page.evaluate((secret) => {
      globalThis.kept = { list: [new Map([["a", new Set([{ [Symbol("b")]: `(${secret})` }])]])] };
    }, text);
    assert.deepEqual(await foundBy(ground, [{ name: "it", kind: "token", text }]), { it: [WINDOW] });
  });
}

/** Opens a page without a session, reached over a wire that notes everything, as `tests/e2e/support/hunting-ground.mjs` does. */
async function openGround({ deployment, control, open: openAt, wire: wireTo }, options) {
  const wire = await wireTo(deployment);
  const open = async () => {
    const page = await openAt(wire, { idle: true });
    // Before the session is created: no script of the page has sent a message yet.
    await noteMessages({ addInitScript: (script) => page.evaluate(script) });
    return page;
  };
  return { page: await open(), open, wire, options, control };
}

/** Returns the places of each canary that is found, by its name. By default the canaries are all tokens and passwords so far. */
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
    // `window` reaches the other places of the page, too.
    if (holding.length === 0 && reached[at]) holding.push(WINDOW);
    if (holding.length > 0) found[name] = holding.toSorted();
  }
  return found;
}

const canariesOf = ({ tokens, passwords }) => {
  assert.ok(tokens.length > 0, "no token was on the wire");
  return [
    ...tokens.map((text, at) => ({ name: `token ${at + 1}`, kind: "token", text })),
    ...Object.entries(passwords).map(([name, text]) => ({
      name: `${name} password`,
      kind: "password",
      text,
    })),
  ];
};

/** Returns a function that does the same and returns nothing: what `fn` returns stays in the page. */
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
