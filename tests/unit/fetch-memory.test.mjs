// What `session.fetch` keeps of its requests, in a process that can be told to collect its garbage.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, it } from "node:test";

const fetchEntry = new URL("../../pkg/entry/fetch.js", import.meta.url);

const SCRIPT = `
  import { createFetch } from "${fetchEntry}";
  const sent = [];
  const sessionFetch = createFetch({ origin: "https://platform.invalid", call: async ([, , request]) => sent.push(new WeakRef(request)),
    identity: () => ({ signal: ends.signal }) });
  // The first signal lives as long as the page, the other as long as the identity.
  const [leaving, ends] = [new AbortController(), new AbortController()];
  const { signal } = leaving;
  for (let n = 0; n < 20; n += 1) {
    await sessionFetch("/api/x", { method: "POST", body: new Uint8Array(10_000), signal });
  }
  for (let round = 0; round < 5; round += 1) {
    await new Promise((resolve) => setTimeout(resolve));
    gc();
  }
  console.log(JSON.stringify([sent.length, sent.filter((request) => request.deref()).length, signal.aborted]));
`;

describe("A request under a signal that outlives it", () => {
  it("is not kept by that signal, nor is its body", () => {
    const args = ["--expose-gc", "--import=tsx", "--input-type=module", "--eval", SCRIPT];
    const [sent, kept, aborted] = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
    assert.deepEqual([sent, aborted], [20, false]);
    // The newest may still be in a register.
    assert.ok(kept <= 1, `${kept} are kept`);
  });
});
