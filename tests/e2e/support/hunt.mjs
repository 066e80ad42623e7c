import { atEnd } from "./endings.mjs";
import { collectGarbage, memoriesOf, takeHeapSnapshot } from "./heap.mjs";
import { collectPlaces } from "./script-readable.mjs";
import { disguisedPiecesOf, piecesOf, wireTexts } from "./search.mjs";

const PATIENCE_MS = 8_000;

/** How much the hunts of this process have searched so far. */
const totals = { hunts: 0, canaries: 0, places: 0, strings: 0, heap: 0, wasm: 0, buffers: 0, requests: 0 };

/** The names of the places in the page's memory; all other places are in what scripts, wires and logs show. */
export const HEAP = "JavaScript heap";
export const WASM = "WebAssembly memory";
export const BUFFERS = "ArrayBuffers";

/**
 * Hunts in the page until each of the canaries, `[{ name, kind: "token" | "password", text }]`, is found in the places
 * that `expected` names for it (by default none) and in no others. Garbage is collected before each try, and may take
 * more than one. Fails where the last try found something else, and says what holds it.
 */
export async function huntUntil(given, canaries, expected = {}) {
  const wanted = Object.fromEntries(canaries.map(({ name }) => [name, (expected[name] ?? []).toSorted()]));
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const { places, holdersOf } = await hunt(given, canaries);
    const differ = canaries.filter(
      ({ name }) => JSON.stringify(places[name]) !== JSON.stringify(wanted[name]),
    );
    if (differ.length === 0) return;
    if (performance.now() < deadline) continue;
    const lines = differ.map(({ name, text }) => {
      const [found, right] = [places[name], wanted[name]].map((list) => list.join(", ") || "nowhere");
      return [`${name}: found in ${found}, not in ${right}`, ...holdersOf(text)].join("\n  ");
    });
    throw new Error(`The hunt went on finding\n${lines.join("\n")}`);
  }
}

/**
 * Returns where each canary is found after garbage was collected: whole, or a piece of it of 15 characters or more; as it is,
 * and in base64. `given` is `{ page, cdp, wire, watch }`; `wire` lets pass what has to go over it.
 */
export async function hunt({ page, cdp, wire, watch }, canaries) {
  await collectGarbage(cdp);
  const heap = await takeHeapSnapshot(cdp);
  const { wasm, buffers } = await memoriesOf(cdp);
  const navigation = await cdp.send("Page.getNavigationHistory");
  const texts = {
    ...(await collectPlaces(page)),
    "navigation history": JSON.stringify(navigation),
    "requested URLs": watch.urls.join("\n"),
    "console lines": [...watch.consoleLines, ...watch.uncaught].join("\n"),
  };
  const heapText = heap.strings.join("\n");
  const onWire = { token: wireTexts(wire, "token"), password: wireTexts(wire, "password") };

  const found = new Map(canaries.map(({ name }) => [name, new Set()]));
  for (const { name, kind, text } of canaries) {
    const note = (place) => found.get(name).add(place);
    const pieces = piecesOf(text);
    const held = (bytes) =>
      pieces.some((piece) => bytes.includes(piece) || bytes.includes(piece, 0, "utf16le"));
    if (pieces.some((piece) => heapText.includes(piece))) note(HEAP);
    if (wasm.some(held)) note(WASM);
    if (buffers.some(held)) note(BUFFERS);
    const disguised = disguisedPiecesOf(text);
    for (const [place, content] of [...Object.entries(texts), ...onWire[kind]]) {
      if (disguised.some((piece) => content.includes(piece))) note(place);
    }
  }
  count({ texts, onWire, wire, heap, wasm, buffers, canaries });
  return {
    places: Object.fromEntries([...found].map(([name, places]) => [name, [...places].sort()])),
    holdersOf: (text) => heap.holdersOf(piecesOf(text)[0]),
  };
}

function count({ texts, onWire, wire, heap, wasm, buffers, canaries }) {
  totals.hunts += 1;
  totals.canaries += canaries.length;
  totals.places += [HEAP, WASM, BUFFERS].length + Object.keys(texts).length + onWire.token.length;
  totals.strings += heap.strings.length;
  totals.heap += heap.bytes;
  totals.wasm += wasm.reduce((sum, { length }) => sum + length, 0);
  totals.buffers += buffers.length;
  totals.requests += wire.exchanges.length;
}

// `npm test` prints this line at its end.
atEnd(() => {
  if (totals.hunts === 0) return;
  const { hunts, canaries, places, strings, heap, wasm, buffers, requests } = totals;
  const mb = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
  console.log(
    `hunt: ${hunts} times for ${canaries} canaries, ${places} places searched, with ${strings} strings of ` +
      `${mb(heap)} of heap, ${mb(wasm)} of WebAssembly memory, ${buffers} buffers, ${requests} requests`,
  );
});
