import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createFetch } from "../../pkg/entry/fetch.js";

describe("A request with `keepalive`", () => {
  it("ends with the `AbortSignal` of its caller", async () => {
    const caller = new AbortController();
    let sent;
    const fetch = createFetch({
      origin: "https://platform.example",
      identity: () => ({ key: 1, signal: new AbortController().signal }),
      call: ([, , request]) => (sent = request),
    });
    await fetch("/api/user", { keepalive: true, signal: caller.signal });
    assert.equal(sent.signal.aborted, false);
    caller.abort();
    assert.ok(sent.signal.aborted);
  });
});
