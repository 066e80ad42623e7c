// The WebAssembly module: instantiated once a page, however many sessions it has.

let module;

/** How long the module steps back, at most, behind an answer that is on its way. */
const PATIENCE_MS = 50;

/** How long the module may take to come: within it, whoever calls is told whether it runs. */
const DEADLINE_MS = 15_000;

/**
 * Begins to load the module; the second call shares the first one's. A failure is forgotten, for another try.
 * `answer` is the session read that left together with it.
 */
export function loadModule(source, answer) {
  module ??= loadInTime(source, answer).catch((error) => {
    module = undefined;
    throw error;
  });
  return module;
}

/**
 * After a trap: the next call begins a new session. It is one in the same instance, which is all that the generated
 * glue makes of a page; a trap stops a step short, and leaves the memory as it was.
 */
export function forgetModule() {
  module = undefined;
}

function loadInTime(source, answer) {
  const late = AbortSignal.timeout(DEADLINE_MS);
  const tooLate = new Promise((_, reject) => late.addEventListener("abort", reject));
  return Promise.race([instantiate(source, answer, late), tooLate]);
}

async function instantiate(source, answer, signal) {
  // Both requests leave now, in parallel with each other and with the session read, to which they give way.
  const address = source ?? new URL("./wasm/platform_session_bg.wasm", import.meta.url);
  const isAddress = typeof address === "string" || address instanceof URL || address instanceof Request;
  const bytes = isAddress ? fetch(address, { priority: "low", signal }) : address;
  const glue = import("./wasm/platform_session.js");
  const [{ default: init, Engine }, module_or_path] = await Promise.all([glue, bytes]);
  // Gates open on the answer: it is shown before the module takes the processor.
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([answer.catch(() => {}), patience]);
  await init({ module_or_path });
  return Engine;
}
