import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createGeneration } from "../../pkg/entry/generation.js";
import { fakePage } from "./fake-page.mjs";

const page = { document: { hidden: false }, navigator: { onLine: true } };
fakePage(() => page);

/** A generation whose engine notes what it is called with, and traps where it is told to. */
function stage({ timeoutMs = 10_000, first = undefined, takes = false, number = (answer) => answer } = {}) {
  const told = [];
  const memory = { buffer: new Uint8Array([1, 2, 3]).buffer };
  let host;
  const engine = {
    begin(given) {
      host = given;
      if (takes) host.read(1, undefined, undefined, true);
    },
    trap() {
      throw new WebAssembly.RuntimeError("unreachable");
    },
  };
  for (const name of ["hear", "answered", "lost"]) engine[name] = (...parts) => told.push([name, ...parts]);
  const face = {
    publish: (cells) => told.push(["publish", cells]),
    trapped: () => told.push(["trapped"]),
    number,
  };
  const generation = createGeneration({ ...engine, memory }, { timeoutMs }, first, face);
  generation.start(undefined, false);
  told.length = 0;
  return { generation, told, memory, host };
}

const soon = (ms = 30) => new Promise((resolve) => setTimeout(resolve, ms));

describe("A generation", () => {
  it("takes no request up once it has ended, and leaves no rejection of one behind", async () => {
    const { generation, host } = stage();
    const unhandled = [];
    const note = (error) => unhandled.push(error);
    process.on("unhandledRejection", note);
    await generation.close();
    const abort = new AbortController();
    const { signal } = abort;
    const answer = new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
    host.read(7, answer, abort, false);
    await soon();
    process.off("unhandledRejection", note);
    assert.deepEqual([abort.signal.aborted, unhandled], [true, []]);
  });

  it("ends with a trap: requests aborted, timers stopped, memory overwritten, the engine never called again", async () => {
    const { generation, told, memory, host } = stage();
    const abort = new AbortController();
    host.read(1, new Promise(() => {}), abort, true);
    host.wake(5);
    generation.run((engine) => engine.trap());
    assert.deepEqual(told.splice(0), [["trapped"]]);
    assert.ok(abort.signal.aborted);
    generation.run(() => assert.fail("an engine that trapped is not called"));
    host.publish("from a step that is still on the stack");
    const late = new AbortController();
    host.read(2, Promise.resolve(), late, true);
    assert.ok(late.signal.aborted, "nor does it begin anything");
    await soon();
    assert.deepEqual(told, []);
    assert.deepEqual([...new Uint8Array(memory.buffer)], [0, 0, 0]);
  });

  it("lets a sign-out that is on its way go on when it is closed", async () => {
    const { generation, told, memory, host } = stage({ timeoutMs: 10 });
    const abort = new AbortController();
    host.read(1, new Promise(() => {}), abort, true);
    generation.close();
    assert.deepEqual(told, [["hear", 19]]);
    await soon();
    assert.equal(abort.signal.aborted, false);
    assert.equal(told.length, 1, "and waits for nothing");
    assert.deepEqual([...new Uint8Array(memory.buffer)], [0, 0, 0]);
  });

  it("lets go on what its engine sends as it hears late of the end, and waits for it: the page's own `fetch` has closed it", async () => {
    const { generation, host } = stage();
    const closed = generation.close();
    const abort = new AbortController();
    let answer;
    host.read(1, new Promise((resolve) => (answer = resolve)), abort, true);
    let isOver = false;
    closed.then(() => {
      isOver = true;
    });
    await soon();
    assert.deepEqual([abort.signal.aborted, isOver], [false, false]);
    answer(Response.json({}));
    await soon();
    assert.ok(isOver);
  });

  it("has lost an answer that cannot be numbered, as where a page makes `role` of every object read-only", async () => {
    const { told, host } = stage({
      number() {
        throw new TypeError();
      },
    });
    host.read(1, Promise.resolve(Response.json({})), new AbortController(), true);
    await soon();
    assert.deepEqual(told, [["lost", 1, false]]);
  });

  it("numbers features as it hands an answer on: what another answer shows may make older numbers void", async () => {
    const { told, host } = stage({
      number(answer) {
        told.push(["number"]);
        return answer;
      },
    });
    const response = () => Response.json({});
    host.read(1, Promise.resolve(response()), new AbortController(), true);
    host.read(2, Promise.resolve(response()), new AbortController(), true);
    await soon();
    assert.deepEqual(
      told.map(([what, id]) => [what, id]),
      [
        ["number", undefined],
        ["answered", 1],
        ["number", undefined],
        ["answered", 2],
      ],
    );
  });

  it("gives a request up at its deadline, and one of the page's own never", async () => {
    const { told, host } = stage({ timeoutMs: 10 });
    const [timed, own] = [new AbortController(), new AbortController()];
    host.read(1, new Promise(() => {}), timed, true);
    host.read(2, new Promise(() => {}), own, false);
    await soon();
    assert.deepEqual(told, [["lost", 1, true]]);
    assert.deepEqual([timed.signal.aborted, own.signal.aborted], [true, false]);
    host.cancel(2);
    assert.ok(own.signal.aborted);
  });

  it("takes the first read up with its answer, and gives it up where the engine does not want it", async () => {
    const firstRead = () => ({
      answer: Promise.resolve({ response: "response", body: "body" }),
      abort: new AbortController(),
      age: () => 0,
    });
    const [wanted, unwanted] = [firstRead(), firstRead()];
    const { told } = stage({ first: wanted, takes: true });
    stage({ first: unwanted });
    await soon();
    assert.deepEqual(told, [["answered", 1, "response", "body"]]);
    assert.deepEqual([wanted.abort.signal.aborted, unwanted.abort.signal.aborted], [false, true]);
  });

  it("takes what a patched `fetch` gives for lost, and never for the first read, where it is no response", async () => {
    const first = {
      answer: Promise.resolve({ response: "first" }),
      abort: new AbortController(),
      age: () => 0,
    };
    const { told, host } = stage({ first, takes: true });
    await soon();
    told.length = 0;
    for (const whole of [true, false])
      for (const given of [undefined, Promise.resolve(), Promise.resolve({ ok: true, status: 200 })]) {
        host.read(2, given, new AbortController(), whole);
        await soon(0);
        assert.deepEqual(told.splice(0), [["lost", 2, false]]);
      }
    const response = new Response();
    host.read(3, response, new AbortController(), false);
    await soon(0);
    assert.deepEqual(told, [["answered", 3, response, undefined]]);
  });

  it("wakes the engine once, at the newest time that it asked for, and no timer overflows", async () => {
    const { told, host } = stage();
    host.wake(5);
    host.wake(2 ** 40);
    await soon();
    assert.deepEqual(told, []);
    host.wake(5);
    await soon();
    assert.deepEqual(told, [["hear", 4]]);
    host.wake(5);
    host.wake(undefined);
    await soon();
    assert.equal(told.length, 1);
  });
});
