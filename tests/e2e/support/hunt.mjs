import { collectGarbage, memoriesOf, takeHeapSnapshot } from "./heap.mjs";
import { LOGIN, LOGOUT, SESSION } from "./identity-api.mjs";
import { collectPlaces } from "./script-readable.mjs";

const PATIENCE_MS = 8_000;

/** What was searched so far, by every hunt of this file. */
const totals = { hunts: 0, canaries: 0, places: 0, strings: 0, heap: 0, wasm: 0, buffers: 0, requests: 0 };

/** The places that hunts name for the memory of the page; all others are in what scripts, wires and logs show. */
export const HEAP = "JavaScript heap";
export const WASM = "WebAssembly memory";
export const BUFFERS = "ArrayBuffers";

/**
 * Hunts in the page until each of the canaries, `[{ name, kind: "token" | "password", text }]`, is found in the places
 * that `expected` names for it (nowhere, unless it says otherwise) and in no others. Garbage is collected before each
 * try: what is only waiting to be collected may take more than one. Where the last try found something else, it fails,
 * and says what holds it.
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
 * Where each canary is found after garbage was collected: whole, or a piece of it of 15 characters or more; as it is,
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
    const disguised = [...new Set([...pieces, ...base64PiecesOf(text)])];
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

/** What went over the wire, but for what belongs there: a canary of this kind has no business in any of it. */
function wireTexts({ exchanges }, kind) {
  const texts = {};
  const add = (place, text) => {
    texts[place] = `${texts[place] ?? ""}${text}\n`;
  };
  for (const { method, url, headers, body, answerHeaders, answer } of exchanges) {
    const signsIn = method === "POST" && url === LOGIN;
    add("request lines", url);
    for (const [name, value] of pairs(headers)) {
      // What cookies there are is looked for where they come from: in answers, and in `document.cookie`.
      const belongs = name === "authorization" && kind === "token" && mayCarryTheToken(url);
      if (name !== "cookie" && !belongs) add("request headers", `${name}: ${value}`);
    }
    if (!(signsIn && kind === "password")) add("request bodies", body);
    for (const [name, value] of pairs(answerHeaders)) {
      if (!(signsIn && name === "set-cookie" && kind === "token")) add("answer headers", `${name}: ${value}`);
    }
    if (!(signsIn && kind === "token")) add("answer bodies", answer);
  }
  return Object.entries(texts);
}

/** The cookie is the authority: what reads and changes the session goes without the token (`docs/design.md`). */
function mayCarryTheToken(url) {
  const [path] = url.split("?");
  const withoutIt = [SESSION, LOGIN, LOGOUT].includes(path) || path.startsWith("/api/auth/sso/");
  return !withoutIt && /^\/(api|agent-hub-api|networks-api|data-api)\//.test(path);
}

const pairs = (raw) =>
  Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at].toLowerCase(), raw[2 * at + 1]]);

const PIECE = 8;

/** Of any 15 characters in a row of the text, one of these pieces is a part. */
function piecesOf(text) {
  const pieces = [];
  for (let at = 0; at + PIECE <= text.length; at += PIECE) pieces.push(text.slice(at, at + PIECE));
  return pieces;
}

/** The same of the text in base64, wherever in what was encoded it began. */
function base64PiecesOf(text) {
  return [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.from("\0".repeat(shift) + text);
    // The first and the last characters depend on what is beside the text.
    return ["base64", "base64url"].flatMap((alphabet) => piecesOf(bytes.toString(alphabet).slice(4, -4)));
  });
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

/** The line that `npm test` hands on. */
export function summary(name) {
  const { hunts, canaries, places, strings, heap, wasm, buffers, requests } = totals;
  const mb = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
  return (
    `hunt: ${name}: ${hunts} times for ${canaries} canaries, ${places} places searched, with ${strings} strings of ` +
    `${mb(heap)} of heap, ${mb(wasm)} of WebAssembly memory, ${buffers} buffers, ${requests} requests`
  );
}
