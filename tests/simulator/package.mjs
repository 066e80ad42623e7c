// The built package, as a page gets it: the very text of `pkg/index.js`, run anew for sessions that have to load their
// module, and may fail to. The generated glue and its WebAssembly instance are the real ones, one for all.

/**
 * `entry` is the text of `pkg/index.js`, `glue` the loaded module `pkg/wasm/platform_session.js`, `wasm` its bytes.
 * The instance is made here, before any part of the platform is replaced.
 */
export async function openPackage({ entry, glue, wasm }) {
  const exported = await glue.default({ module_or_path: wasm });
  const memory = Object.values(exported).find((value) => value instanceof WebAssembly.Memory);
  const handles = Object.values(exported).filter((value) => value instanceof WebAssembly.Table);
  const source = replaceOnce(entry, 'import("./wasm/platform_session.js")', "$glue()");
  const located = replaceOnce(source, "import.meta.url", '"https://site.example/pkg/index.js"');
  const [, exports] = /export\{([^}]*)\};?\s*$/.exec(located);
  const names = exports.split(",").map((pair) => pair.replace(/(\S+) as (\S+)/, "$2:$1"));
  const body = located.replace(/export\{[^}]*\};?\s*$/, `return{${names}};`);
  const instantiate = new Function("$glue", `"use strict";${body}`);

  return {
    /** A copy of its own, whose module is not there yet. */
    load: () => instantiate(() => Promise.resolve(glue)),
    /** What sessions use of the one instance. */
    usage: () => ({
      memoryBytes: memory.buffer.byteLength,
      handles: handles.reduce((sum, table) => sum + table.length, 0),
    }),
  };
}

function replaceOnce(text, from, to) {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${from} is to be in the package once`);
  return parts.join(to);
}
