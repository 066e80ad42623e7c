// The built package, as a page gets it: the text of `pkg/index.js`, evaluated anew for each session that has to load its
// module, which may fail. The generated glue and the WebAssembly are the real ones; the module is compiled once.

import { FILE_BYTES } from "./browser/module-file.mjs";

const CLOCK = /\b(?:Date|performance)\.now\(/;

/** The error that the platform's clock throws where a schedule makes an engine trap. */
const TRAP = Object.freeze(Object.assign(new Error("the clock throws"), { planned: true }));

/** `entry` is the text of `pkg/index.js`, `wasm` the bytes of the module; `stage.world` is the world that runs. */
export async function openPackage({ entry, wasm }, stage) {
  const module = await WebAssembly.compile(wasm);
  const restore = installWebAssembly(module, stage);
  return {
    restore,
    /** Evaluates the package anew: a copy that has not loaded its module yet. */
    load: evaluator(entry),
    /** The memory and the number of handles of the newest instance of the module. */
    usage: () => stage.usage?.() ?? { memoryBytes: 0, handles: 0 },
  };
}

/**
 * Replaces the functions of `WebAssembly`: they instantiate the one module, in a microtask and not in a task of the browser.
 * The instance's clock throws where a schedule makes it trap. Any other module of the process compiles as usual.
 */
function installWebAssembly(module, stage) {
  const originals = functionsNamed(["instantiate", "compile", "compileStreaming", "instantiateStreaming"]);
  // A simulated response has `ok`; bytes are ours if they are as many as those of the simulated file.
  const isOurs = (source) => source === module || "ok" in source || source.byteLength === FILE_BYTES;
  const compile = async (source) => {
    if (source.ok === false) throw new TypeError("HTTP status code is not ok");
    return module;
  };
  const newInstance = (imports) => {
    const instance = new WebAssembly.Instance(module, withTrappingClock(imports, stage));
    stage.usage = () => usageOf(instance.exports);
    return { exports: withOwner(instance.exports, stage) };
  };
  const fakes = {
    compile,
    compileStreaming: async (source) => compile(await source),
    instantiate: async (source, imports) =>
      source === module ? newInstance(imports) : { module, instance: newInstance(imports) },
    async instantiateStreaming(source, imports) {
      await compile(await source);
      return { module, instance: newInstance(imports) };
    },
  };
  for (const [name, fake] of Object.entries(fakes)) {
    WebAssembly[name] = (source, ...rest) =>
      source instanceof Promise || isOurs(source)
        ? fake(source, ...rest)
        : originals[name].call(WebAssembly, source, ...rest);
  }
  return () => Object.assign(WebAssembly, originals);
}

const functionsNamed = (names) => Object.fromEntries(names.map((name) => [name, WebAssembly[name]]));

/** Wraps the imported clocks: one throws when the client that runs is to trap. */
function withTrappingClock(imports, stage) {
  const wrap = (readClock) => () => {
    const client = stage.world?.current;
    if (client?.traps && client === stage.world.running) {
      client.traps = false;
      client.noteEnd("wasm-unavailable");
      throw TRAP;
    }
    return readClock();
  };
  // A clock of the glue is known by its source text.
  const wrapAll = (functions) =>
    Object.entries(functions).map(([name, act]) => [name, CLOCK.test(act) ? wrap(act) : act]);
  return Object.fromEntries(
    Object.entries(imports).map(([name, functions]) => [name, Object.fromEntries(wrapAll(functions))]),
  );
}

/**
 * Wraps the exports of an instance, so that each call runs as the session that owns the instance, also within the script of
 * another session of the page. The owner is the session that makes the first call with an argument: each instance is passed
 * to one session alone, and one that comes too late for it is never called.
 */
function withOwner(exports, stage) {
  const wrapped = { ...exports };
  let owner;
  for (const [name, act] of Object.entries(exports)) {
    if (typeof act !== "function" || act.length === 0) continue;
    wrapped[name] = (...given) => {
      const { world } = stage;
      const current = world?.current;
      if (!owner) {
        owner = current;
        owner?.noteEngineStart(world.agenda.monoMs());
      }
      if (owner === current) return act(...given);
      world.current = owner;
      try {
        return act(...given);
      } finally {
        world.current = current;
      }
    };
  }
  return wrapped;
}

function usageOf(exports) {
  const values = Object.values(exports);
  const memory = values.find((value) => value instanceof WebAssembly.Memory);
  const tables = values.filter((value) => value instanceof WebAssembly.Table);
  return {
    memoryBytes: memory.buffer.byteLength,
    handles: tables.reduce((sum, table) => sum + table.length, 0),
  };
}

/** Returns a function that evaluates the text of a JavaScript module and returns its exports. */
function evaluator(text) {
  const located = text.replaceAll("import.meta.url", '"https://site.example/pkg/index.js"');
  const [list, exports] = /export\s*\{([^}]*)\};?(\s*\/\/.*)?\s*$/.exec(located);
  const names = exports.split(",").map((pair) => pair.trim().replace(/(\S+) as (\S+)/, "$2:$1"));
  const body = located.replace(list, `return{${names}};`);
  return new Function(`"use strict";${body}`);
}
