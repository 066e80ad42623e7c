import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createFetch } from "../../pkg/entry/fetch.js";

/** A request as the engine gets it, with what ends it: the engine, the identity, and the caller. */
async function requestOf(init) {
  const [identity, caller] = [new AbortController(), new AbortController()];
  let sent;
  const fetch = createFetch({
    origin: "https://platform.example",
    identity: () => ({ key: 1, signal: identity.signal }),
    call: ([, , request, engine]) => (sent = { request, engine }),
  });
  await fetch("/api/user", { ...init, signal: caller.signal });
  return { ...sent, identity, caller };
}

describe("A request of the page's own", () => {
  it("ends with its identity, with its engine, and as its caller says", async () => {
    for (const who of ["identity", "engine", "caller"]) {
      const { request, [who]: ends } = await requestOf();
      ends.abort();
      assert.ok(request.signal.aborted, who);
    }
  });

  it("goes on with `keepalive`, unless its caller ends it", async () => {
    const { request, identity, engine, caller } = await requestOf({ keepalive: true });
    for (const other of [identity, engine]) other.abort();
    assert.equal(request.signal.aborted, false);
    caller.abort();
    assert.ok(request.signal.aborted);
  });

  it("sends nothing for an identity that has ended", async () => {
    const sent = [];
    const fetch = createFetch({
      origin: "https://platform.example",
      identity: () => ({ key: 1, signal: AbortSignal.abort() }),
      call: () => sent.push("a request"),
    });
    await assert.rejects(fetch("/api/user"), { code: "superseded" });
    assert.deepEqual(sent, []);
  });
});
