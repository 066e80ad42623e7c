// An `AbortSignal` of the page's own, at every stage of a request by `session.fetch`.

import assert from "node:assert/strict";
import { known, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { AGENTS } from "../support/identity-api.mjs";
import { openReauthenticating } from "../support/reauthenticating-page.mjs";
import { scenario, test } from "../support/scenario.mjs";

const OTHER = "/data-api/x";

/** Runs in a page before its scripts: notes the requests that `fetch` is called with. */
function noteRequests() {
  globalThis.sent = [];
  const { fetch: realFetch } = globalThis;
  globalThis.fetch = (input, init) => {
    if (input instanceof Request) sent.push(input);
    return realFetch(input, init);
  };
}

test(
  "the signal of a Request aborts it, unless the options have another",
  scenario(async (given) => {
    const { context, deployment, control } = given;
    const page = await openBare(context, deployment);
    await known(page);
    await control.faults({ method: "GET", path: OTHER, times: 3, delay_ms: 300 });
    const outcomes = await page.evaluate(async (path) => {
      const [first, second] = [new AbortController(), new AbortController()];
      const request = () => new Request(path, { signal: first.signal });
      const calls = [
        session.fetch(request()),
        session.fetch(request(), { signal: second.signal }),
        session.fetch(request(), { signal: null }),
      ].map((call) => bare.outcome(call.then(({ status }) => [status])));
      first.abort();
      return Promise.all(calls);
    }, OTHER);
    assert.deepEqual(
      outcomes.map(({ value, error }) => error?.code ?? value[0]),
      ["aborted", 404, 404],
    );
  }),
);

test(
  "an abort during the retry ends the retry",
  scenario(async ({ context, deployment, control }) => {
    const page = await openReauthenticating(context, deployment, noteRequests);
    await control.expire();
    await control.faults(
      { method: "GET", path: AGENTS, times: 1 },
      { method: "GET", path: AGENTS, times: 5, drop: "hang" },
    );
    const { error, ended } = await page.evaluate(async (path) => {
      sent.length = 0;
      const abort = new AbortController();
      const call = bare.outcome(session.fetch(path, { signal: abort.signal }));
      while (sent.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      abort.abort();
      return { ...(await call), ended: sent[1].signal.aborted };
    }, AGENTS);
    assert.deepEqual([error.code, ended], ["aborted", true]);
  }),
);

test(
  "an abort after the answer was read does nothing",
  scenario(async ({ context, another }) => {
    // A cookie is enough on this deployment: the browser's own `fetch` gets the same answer.
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const before = await snapshotOf(page);
    await deployment.control.clearLog();
    const { reads, next } = await page.evaluate(async (path) => {
      const reads = [];
      for (const send of [session.fetch, fetch]) {
        const abort = new AbortController();
        const response = await send(path, { signal: abort.signal });
        const copy = response.clone();
        const { agents } = await response.json();
        abort.abort("too late");
        reads.push({ agents: agents.length, copy: await copy.text().catch(String) });
      }
      return { reads, next: (await session.fetch(path)).status };
    }, AGENTS);
    assert.ok(reads[0].agents > 0);
    // The browser decides whether the copy can still be read.
    assert.deepEqual(reads[0], reads[1], "as with fetch");
    assert.equal(next, 200);
    assert.deepEqual(await snapshotOf(page), before);
    assert.equal((await deployment.control.log()).length, 3, "no further request");
  }),
);
