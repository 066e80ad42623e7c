// The WebAssembly module: instantiated once a page, however many sessions it has.

let module;

/** Begins to load the module; the second call shares the first one's. A failure is forgotten, for another try. */
export function loadModule(source) {
  module ??= instantiate(source).catch((error) => {
    module = undefined;
    throw error;
  });
  return module;
}

/** Forgets an instance that has trapped: the next session call starts anew. */
export function forgetModule() {
  module = undefined;
}

async function instantiate(source) {
  // Both requests leave now, in parallel with each other and with the session read.
  const bytes = source ?? fetch(new URL("./wasm/platform_session_bg.wasm", import.meta.url));
  const glue = import("./wasm/platform_session.js");
  const [{ default: init, Engine }, module_or_path] = await Promise.all([glue, bytes]);
  await init({ module_or_path });
  return Engine;
}
