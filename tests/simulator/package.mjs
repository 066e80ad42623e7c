// The built package, as a page gets it: the very text of `pkg/index.js`, run anew for sessions that have to load their
// module, and may fail to. The generated glue in it is the real one, and so is its WebAssembly, compiled once.

import { FILE_BYTES } from "./browser/module-file.mjs";

const CLOCK = /\b(?:Date|performance)\.now\(/;

/** The error that the platform's clock throws where a schedule makes an engine trap. */
const TRAP = Object.freeze(Object.assign(new Error("the clock throws"), { planned: true }));

/** `entry` is the text of `pkg/index.js`, `wasm` the module's bytes; `stage.world` is the world that runs. */
export async function openPackage({ entry, wasm }, stage) {
  const module = await WebAssembly.compile(wasm);
  const restore = installWebAssembly(module, stage);
  return {
    restore,
    /** Evaluates the package anew: a copy that has not loaded its module yet. */
    load: evaluator(entry),
    /** How much memory, and how many handles, sessions use of the newest instance. */
    usage: () => stage.usage?.() ?? { memoryBytes: 0, handles: 0 },
  };
}

/**
 * Puts a `WebAssembly` in place that makes instances of the one module, at once and not in a task of the engine's own; their clock throws where that is
 * asked for. What else the process compiles, it compiles as ever.
 */
function installWebAssembly(module, stage) {
  const before = own(["instantiate", "compile", "compileStreaming", "instantiateStreaming"]);
  const isOurs = (source) => source === module || "ok" in source || source.byteLength === FILE_BYTES;
  const compile = async (source) => {
    if (source.ok === false) throw new TypeError("HTTP status code is not ok");
    return module;
  };
  const make = (imports) => {
    const instance = new WebAssembly.Instance(module, trapping(imports, stage));
    stage.usage = () => usageOf(instance.exports);
    return { exports: telling(instance.exports, stage) };
  };
  const fakes = {
    compile,
    compileStreaming: async (source) => compile(await source),
    instantiate: async (source, imports) =>
      source === module ? make(imports) : { module, instance: make(imports) },
    async instantiateStreaming(source, imports) {
      await compile(await source);
      return { module, instance: make(imports) };
    },
  };
  for (const [name, fake] of Object.entries(fakes)) {
    WebAssembly[name] = (source, ...rest) =>
      source instanceof Promise || isOurs(source)
        ? fake(source, ...rest)
        : before[name].call(WebAssembly, source, ...rest);
  }
  return () => Object.assign(WebAssembly, before);
}

const own = (names) => Object.fromEntries(names.map((name) => [name, WebAssembly[name]]));

function trapping(imports, stage) {
  const wrap = (ask) => () => {
    const client = stage.world?.current;
    if (client?.traps && client === stage.world.running) {
      client.traps = false;
      client.ends("wasm-unavailable");
      throw TRAP;
    }
    return ask();
  };
  const wrapAll = (functions) =>
    Object.entries(functions).map(([name, act]) => [name, CLOCK.test(act) ? wrap(act) : act]);
  return Object.fromEntries(
    Object.entries(imports).map(([name, functions]) => [name, Object.fromEntries(wrapAll(functions))]),
  );
}

/**
 * Wraps the exports of an instance. The world is told when an engine begins on it: with the first call that hands something
 * over. One that came too late for its session is made, and never used. What it does from then on, it does for its own
 * session, also in the script of another one of its page.
 */
function telling(exports, stage) {
  const told = { ...exports };
  let owner;
  for (const [name, act] of Object.entries(exports)) {
    if (typeof act !== "function" || act.length === 0) continue;
    told[name] = (...given) => {
      const { world } = stage;
      const current = world?.current;
      if (!owner) {
        owner = current;
        owner?.beginsEngine(world.agenda.monoMs());
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
  return told;
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

/** Makes of a module's text a function that evaluates it, and returns its exports. */
function evaluator(text) {
  const located = text.replaceAll("import.meta.url", '"https://site.example/pkg/index.js"');
  const [list, exports] = /export\s*\{([^}]*)\};?(\s*\/\/.*)?\s*$/.exec(located);
  const names = exports.split(",").map((pair) => pair.trim().replace(/(\S+) as (\S+)/, "$2:$1"));
  const body = located.replace(list, `return{${names}};`);
  return new Function(`"use strict";${body}`);
}
