// The WebAssembly module: compiled once per page, and an instance of it for each engine. Where WebAssembly cannot run, the same
// engine as JavaScript is loaded in its place.

import type { Exports } from "../engine/engine.js";
import type { SessionOptions } from "../index.js";
import { createEngine } from "../wasm/platform_session.js";
import { isA } from "./kind.js";

type Source = SessionOptions["wasm"];
type Address = Extract<Source, string | URL | Request | undefined>;

/** How long compiling waits, at most, for the first answer, which opens gates. */
const PATIENCE_MS = 50;

/** How long the module may take to load, and so how long a call waits for it at most. */
const DEADLINE_MS = 15_000;

/** The smallest module there is. */
const SMALLEST = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** The module, or the file that has the engine as JavaScript. */
// biome-ignore lint/suspicious/noExplicitAny: that file is generated, and has no types.
let compiling: Promise<any> | undefined;
/** The source that the module was compiled from, where the page passed one. */
let compiled: Source;
/** Whether an instance was made of the module. Then a later failure is not the module's fault. */
let fits = false;
/** Whether the last file was no module. The browser's cache may hold it, so the next request bypasses the cache. */
let spoiled = false;

/**
 * Makes an instance. Sessions share the compiled module; a failure is forgotten, for another try. `answer`: the answer to the session
 * read that was sent together with the request for the module, if there is one.
 */
export async function loadInstance(source: Source, answer?: Promise<unknown>): Promise<Exports> {
  // The rest waits for another turn of the event loop: it takes a slow processor milliseconds, and an answer that has arrived opens gates first.
  await new Promise((resolve) => setTimeout(resolve, 1));
  const late = AbortSignal.timeout(DEADLINE_MS);
  let giveUp!: () => void;
  const tooLate = new Promise<never>((_, reject) => {
    giveUp = reject;
    late.addEventListener("abort", giveUp);
  });
  try {
    if (!compiling) {
      const possible = isPossible(source);
      compiled = possible ? source : undefined;
      compiling = possible ? compile(source, answer, late) : import("./dist/without-wasm.js");
    }
    // A page's own `fetch` may not stop at the signal.
    const engine = await Promise.race([
      compiling.then((made) => made.createEngineWithoutWasm?.() ?? createEngine(made)),
      tooLate,
    ]);
    fits = true;
    return engine;
  } catch (error) {
    // The module of another build compiles, but does not fit. What the page passed is kept if it is only late.
    if (!fits && (!late.aborted || isAddress(compiled))) {
      compiling = undefined;
      spoiled = true;
    }
    throw error;
  } finally {
    // Otherwise the signal would hold the instance until the deadline, though its session may be closed long before.
    late.removeEventListener("abort", giveUp);
  }
}

/** Whether another try may succeed: not where the page passed the very bytes that failed. */
export const mayComeLater = (source: Source) =>
  isAddress(source) || compiling !== undefined || compiled !== source;

/** Whether a module can run here: not where there is no WebAssembly, or the content security policy forbids to compile it. */
function isPossible(source: Source): boolean {
  try {
    // An instance, and not only the module: WebKit refuses only then.
    return isModule(source) || !!new WebAssembly.Instance(new WebAssembly.Module(SMALLEST));
  } catch {
    return false;
  }
}

async function compile(source: Source, answer: Promise<unknown> | undefined, signal: AbortSignal) {
  // The request leaves now, in parallel with the session read, to which it gives way.
  const given = isAddress(source)
    ? fetch(source ?? new URL("./wasm/platform_session_bg.wasm", import.meta.url), {
        __proto__: null,
        priority: "low",
        signal,
        ...(spoiled && { cache: "reload" }),
      })
    : source;
  const bytes = await bytesOf(await given);
  // The answer opens gates: it is shown before compiling takes the processor.
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([answer?.catch(() => {}), patience]);
  return isModule(bytes) ? bytes : WebAssembly.compile(bytes);
}

function bytesOf(given: Exclude<Source, Address>) {
  if (!isA(Response, given)) return given;
  // Many servers answer with a page where there is no such file.
  const what = `HTTP ${given.status} ${given.headers.get("content-type")}`;
  if (!given.ok || what.includes("html")) throw new TypeError(what);
  return given.arrayBuffer();
}

const isAddress = (source: Source): source is Address =>
  source === undefined || typeof source === "string" || isA(URL, source) || isA(Request, source);

const isModule = (source: Source) => isA(WebAssembly.Module, source, "WebAssembly.Module");
