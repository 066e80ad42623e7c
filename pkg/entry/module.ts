// Loads the WebAssembly module: compiles it once per page, and makes an instance for each engine. Where WebAssembly cannot run, the same
// engine is loaded as JavaScript.

import type { Exports } from "../engine/engine.js";
import type { SessionOptions } from "../index.js";
// Generated (`scripts/build/glue.mjs`): makes an instance. `engine.ts` calls its functions.
import { createEngine } from "../wasm/platform_session.js";
import { isA } from "./kind.js";

type Source = SessionOptions["wasm"];
type Address = Extract<Source, string | URL | Request | undefined>;

/** How many milliseconds compiling waits at most for the answer to the first read, which opens gates. */
const PATIENCE_MS = 50;

/** How many milliseconds the module may take to load: a call waits for it no longer. */
const DEADLINE_MS = 15_000;

/** The smallest valid module: the bytes `\0asm`, and version 1. */
const SMALLEST = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** The module, or the file that has the engine as JavaScript. */
// biome-ignore lint/suspicious/noExplicitAny: that file is generated, and has no types.
let compiling: Promise<any> | undefined;
/** The page's option `wasm` that the module was compiled from; `undefined`: the package's own file. */
let compiledSource: Source;
/** Whether an instance was made of the module. Then a later failure is not the module's fault. */
let fits = false;
/** Whether the last try failed. The browser's cache may hold a broken file, so the next request bypasses the cache. */
let spoiled = false;

/**
 * Makes an instance. Sessions share the compiled module; after a failure the next call tries again. `answer`: the answer to the session
 * read, which was sent together with the request for the module.
 */
export async function loadInstance(source: Source, answer?: Promise<unknown>): Promise<Exports> {
  // Waits for the next turn of the event loop: the rest takes a slow processor milliseconds, and an answer that is there opens gates first.
  await new Promise((resolve) => setTimeout(resolve, 1));
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  let giveUp!: () => void;
  const timedOut = new Promise<never>((_, reject) => {
    giveUp = reject;
    deadline.addEventListener("abort", giveUp);
  });
  try {
    if (!compiling) {
      const possible = isPossible(source);
      compiledSource = possible ? source : undefined;
      compiling = possible ? compile(source, answer, deadline) : import("./dist/without-wasm.js");
    }
    // A race, because a `fetch` that the page has replaced may ignore the signal.
    const engine = await Promise.race([
      compiling.then((module) => module.createEngineWithoutWasm?.() ?? createEngine(module)),
      timedOut,
    ]);
    fits = true;
    return engine;
  } catch (error) {
    // Forgets a module that failed, also one of another build, which compiles but makes no instance. If the page passed something else than
    // an address, and that is only late, it is kept.
    if (!fits && (!deadline.aborted || isAddress(compiledSource))) {
      compiling = undefined;
      spoiled = true;
    }
    throw error;
  } finally {
    // Otherwise the signal would hold the instance until the deadline, though its session may be closed long before.
    deadline.removeEventListener("abort", giveUp);
  }
}

/** Whether another try may succeed: not if the page passed the very bytes that failed. */
export const mayComeLater = (source: Source) =>
  isAddress(source) || compiling !== undefined || compiledSource !== source;

/** Whether WebAssembly can run here: the browser has it, and the content security policy allows to compile it. */
function isPossible(source: Source): boolean {
  try {
    // Makes an instance, too, because WebKit compiles a forbidden module, and refuses only the instance.
    return isModule(source) || !!new WebAssembly.Instance(new WebAssembly.Module(SMALLEST));
  } catch {
    return false;
  }
}

async function compile(source: Source, answer: Promise<unknown> | undefined, signal: AbortSignal) {
  // The request is sent beside the session read, with a lower priority.
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
  // Many servers answer with an HTML page instead of a file that does not exist.
  const description = `HTTP ${given.status} ${given.headers.get("content-type")}`;
  if (!given.ok || description.includes("html")) throw new TypeError(description);
  return given.arrayBuffer();
}

const isAddress = (source: Source): source is Address =>
  source === undefined || typeof source === "string" || isA(URL, source) || isA(Request, source);

const isModule = (source: Source) => isA(WebAssembly.Module, source, "WebAssembly.Module");
