// How the WebAssembly is loaded: when, how often, and what is tried after a failure.

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { register } from "node:module";
import { afterEach, beforeEach, describe, it, mock } from "node:test";

// Stands in for the glue of wasm-bindgen, which is generated, and not there yet when these tests run.
const GLUE = `export const createEngine = async (module) => {
    const error = module === "misfit" ? new Error() : globalThis.fails.next;
    globalThis.fails.next = undefined;
    if (error) throw error;
    return { memory: "memory" };
  }`;
const asModule = (code) => `data:text/javascript,${encodeURIComponent(code)}`;
/** `next`: the error that the next instance fails with. */
const fails = { next: undefined };
Object.assign(globalThis, { fails });
const AS_SCRIPT = `export const createEngineWithoutWasm = () => {
    if (globalThis.fails.next) throw globalThis.fails.next;
    return { memory: "script" };
  }`;
const GENERATED = {
  "../wasm/platform_session.js": asModule(GLUE),
  "./dist/without-wasm.js": asModule(AS_SCRIPT),
};
const HOOK = `const generated = ${JSON.stringify(GENERATED)};
  export const resolve = (name, context, next) => name in generated
    ? { url: generated[name], shortCircuit: true } : next(name, context);`;
register(asModule(HOOK));

const BYTES = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Each test imports its own copy of `module.js`, which remembers what it has compiled. */
let copies = 0;
let compilations;
beforeEach(() => {
  compilations = 0;
  const { compile } = WebAssembly;
  mock.method(WebAssembly, "compile", async (bytes) => {
    // Node's own `fetch` compiles, too.
    if (bytes !== BYTES) return compile(bytes);
    compilations += 1;
    return "compiled";
  });
  mock.timers.enable({ apis: ["setTimeout"] });
});
afterEach(() => mock.reset());

/** Begins to load. Returns a function that waits for so long, and returns how often the bytes were compiled by then. */
async function loadBeside(answer) {
  const { loadInstance } = await import(`../../pkg/entry/module.js?${++copies}`);
  const loading = loadInstance(BYTES, answer);
  mock.timers.tick(1);
  return async (ms) => {
    await nextTurn();
    mock.timers.tick(ms);
    await nextTurn();
    if (compilations > 0) assert.equal((await loading).memory, "memory");
    return compilations;
  };
}

describe("The module, beside the first answer", () => {
  it("is requested after the nextTurn in which the session is created, so that gates open first", async () => {
    const { loadInstance } = await import(`../../pkg/entry/module.js?${++copies}`);
    const fetched = mock.method(globalThis, "fetch", async () => new Response(BYTES));
    loadInstance("/module.wasm");
    await nextTurn();
    assert.equal(fetched.mock.callCount(), 0);
    mock.timers.tick(1);
    await nextTurn();
    assert.equal(fetched.mock.callCount(), 1);
  });

  it("is compiled once the first answer has arrived or failed", async () => {
    for (const end of ["resolve", "reject"]) {
      compilations = 0;
      const ends = {};
      const answer = new Promise((resolve, reject) => Object.assign(ends, { resolve, reject }));
      const compiledAfter = await loadBeside(answer);
      assert.equal(await compiledAfter(49), 0);
      ends[end](new Error("lost"));
      assert.equal(await compiledAfter(0), 1);
    }
  });

  it("is compiled after 50 ms where the answer has not arrived", async () => {
    const compiledAfter = await loadBeside(new Promise(() => {}));
    assert.equal(await compiledAfter(49), 0);
    assert.equal(await compiledAfter(1), 1);
  });

  it("is compiled at once where no answer is awaited", async () => {
    const compiledAfter = await loadBeside(undefined);
    assert.equal(await compiledAfter(0), 1);
  });
});

describe("A module that compiles and does not fit", () => {
  it("is requested again past the cache, which may hold another build's", async () => {
    const { loadInstance } = await import(`../../pkg/entry/module.js?${++copies}`);
    const caches = [];
    mock.method(globalThis, "fetch", async (_, { cache }) => {
      caches.push(cache);
      return new Response(new Uint8Array([caches.length]));
    });
    mock.method(WebAssembly, "compile", async (bytes) =>
      new Uint8Array(bytes)[0] === 1 ? "misfit" : "compiled",
    );
    mock.timers.reset();
    await assert.rejects(loadInstance("/module.wasm"));
    assert.equal((await loadInstance("/module.wasm")).memory, "memory");
    assert.deepEqual(caches, [undefined, "reload"]);
  });

  it("is not a module that ran before: of that, an instance that failed is made at the next try", async () => {
    const { loadInstance, mayComeLater } = await import(`../../pkg/entry/module.js?${++copies}`);
    mock.timers.reset();
    await loadInstance(BYTES);
    fails.next = new RangeError("no memory");
    await assert.rejects(loadInstance(BYTES));
    assert.equal(mayComeLater(BYTES), true);
    assert.equal((await loadInstance(BYTES)).memory, "memory");
  });

  it("is not tried again where the page itself passed it", async () => {
    const { loadInstance, mayComeLater } = await import(`../../pkg/entry/module.js?${++copies}`);
    mock.method(WebAssembly, "compile", async () => "misfit");
    mock.timers.reset();
    await assert.rejects(loadInstance(BYTES));
    assert.equal(mayComeLater(BYTES), false);
  });
});

describe("A page with a policy that forbids to compile", () => {
  const { Module } = WebAssembly;
  afterEach(() => Object.assign(WebAssembly, { Module }));

  it("loads the engine as JavaScript, and makes an instance of a module that is compiled already", async () => {
    const { loadInstance, mayComeLater } = await import(`../../pkg/entry/module.js?${++copies}`);
    const { loadInstance: loadCompiled } = await import(`../../pkg/entry/module.js?${++copies}`);
    mock.timers.reset();
    const compiled = new WebAssembly.Module(BYTES);
    WebAssembly.Module = class {
      static [Symbol.hasInstance] = (value) => value instanceof Module;
      constructor() {
        throw new WebAssembly.CompileError("unsafe-eval");
      }
    };
    const fetched = mock.method(globalThis, "fetch", () => assert.fail("requested"));
    fails.next = new TypeError("the file did not come");
    for (const source of [undefined, "/module.wasm", BYTES, new Response(BYTES)]) {
      await assert.rejects(loadInstance(source), TypeError);
      assert.equal(mayComeLater(source), true);
    }
    fails.next = undefined;
    assert.equal((await loadCompiled(compiled)).memory, "memory");
    for (const source of [undefined, "/module.wasm", BYTES, new Response(BYTES)])
      assert.equal((await loadInstance(source)).memory, "script");
    assert.deepEqual([fetched.mock.callCount(), compilations], [0, 0]);
  });
});

describe("A file that never arrives", () => {
  it("is requested again after its deadline, also where the page's own `fetch` ignores the signal", async () => {
    const { loadInstance, mayComeLater } = await import(`../../pkg/entry/module.js?${++copies}`);
    const late = new AbortController();
    const signals = [late.signal, new AbortController().signal];
    mock.method(AbortSignal, "timeout", () => signals.shift());
    const answers = [new Promise(() => {}), new Response(BYTES)];
    const fetched = mock.method(globalThis, "fetch", () => answers.shift());
    mock.method(WebAssembly, "compile", async () => "compiled");
    mock.timers.reset();
    const loading = loadInstance("/module.wasm");
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(fetched.mock.callCount(), 1);
    late.abort();
    await assert.rejects(loading);
    assert.equal(mayComeLater("/module.wasm"), true);
    assert.equal((await loadInstance("/module.wasm")).memory, "memory");
    assert.equal(fetched.mock.callCount(), 2);
  });
});

describe("An instance, and a failed one,", () => {
  it("are not held by the deadline's signal, which lives on until its time", async () => {
    const { loadInstance } = await import(`../../pkg/entry/module.js?${++copies}`);
    const late = new AbortController();
    mock.method(AbortSignal, "timeout", () => late.signal);
    mock.timers.reset();
    await loadInstance(BYTES);
    fails.next = new RangeError("no memory");
    await assert.rejects(loadInstance(BYTES));
    assert.equal(getEventListeners(late.signal, "abort").length, 0);
  });
});

describe("Bytes that arrive late", () => {
  it("are waited for once more, and not barred", async () => {
    const { loadInstance, mayComeLater } = await import(`../../pkg/entry/module.js?${++copies}`);
    const late = new AbortController();
    const signals = [late.signal, new AbortController().signal];
    mock.method(AbortSignal, "timeout", () => signals.shift());
    mock.timers.reset();
    let arrive;
    const given = new Promise((resolve) => (arrive = resolve));
    const loading = loadInstance(given);
    await new Promise((resolve) => setTimeout(resolve, 20));
    late.abort();
    await assert.rejects(loading);
    assert.equal(mayComeLater(given), true);
    const again = loadInstance(given);
    arrive(BYTES);
    assert.equal((await again).memory, "memory");
    assert.equal(compilations, 1);
  });
});

describe("A session that waited for another session's address, which failed,", () => {
  it("has its own bytes tried next, and nothing more once they have failed", async () => {
    const { loadInstance, mayComeLater } = await import(`../../pkg/entry/module.js?${++copies}`);
    // Both sessions wait for this answer.
    const answer = new Response(null, { status: 503 });
    mock.method(globalThis, "fetch", () => new Promise((resolve) => setTimeout(resolve, 20, answer)));
    mock.timers.reset();
    const loading = [loadInstance("/module.wasm"), loadInstance(BYTES)];
    await Promise.all(loading.map((each) => assert.rejects(each)));
    assert.equal(mayComeLater(BYTES), true, "they were never tried");
    mock.method(WebAssembly, "compile", async () => "misfit");
    await assert.rejects(loadInstance(BYTES));
    assert.equal(mayComeLater(BYTES), false);
  });
});

describe("A file that failed", () => {
  it("is asked for again, whatever came in its place", async () => {
    const { loadInstance, mayComeLater } = await import(`../../pkg/entry/module.js?${++copies}`);
    const answers = [
      new Response("busy", { status: 503 }),
      new Response("gone", { status: 404 }),
      new Response("<!doctype html>"),
      new Response(BYTES, { headers: { "content-type": "text/html; charset=utf-8" } }),
      new Response(BYTES.slice(0, 5)),
      new Response(BYTES),
    ];
    mock.method(globalThis, "fetch", async () => answers.shift());
    mock.timers.reset();
    for (let failed = answers.length - 1; failed > 0; failed -= 1) {
      await assert.rejects(loadInstance("/module.wasm"));
      assert.equal(mayComeLater("/module.wasm"), true);
    }
    assert.equal((await loadInstance("/module.wasm")).memory, "memory");
  });
});
