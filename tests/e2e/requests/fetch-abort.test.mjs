// An `AbortSignal` of the page's own, at every stage of a request by `session.fetch`.

import assert from "node:assert/strict";
import { known, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { AGENTS, LOGIN, SESSION } from "../support/identity-api.mjs";
import { openReauthenticating } from "../support/reauthenticating-page.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

const OTHER = "/data-api/x";

/** What a page may abort with, `undefined` for nothing at all. */
const REASONS = [
  "undefined",
  "'a text'",
  "null",
  "0",
  "new Error('an error')",
  "{ any: 'thing' }",
  "Symbol('s')",
];

/** Runs in a page before its scripts: notes the requests that `fetch` is called with. */
function noteRequests() {
  globalThis.sent = [];
  const { fetch: realFetch } = globalThis;
  globalThis.fetch = (input, init) => {
    if (input instanceof Request) sent.push(input);
    return realFetch(input, init);
  };
}

scenario("a signal that fired already sends nothing", async ({ context, deployment, control }) => {
  const page = await openBare(context, deployment, { before: noteRequests });
  await signIn(page, "ada");
  await control.clearLog();
  for (const reason of REASONS) {
    const { error } = await page.evaluate(
      `bare.outcome(session.fetch("${OTHER}", { signal: AbortSignal.abort(${reason}) }))`,
    );
    assert.equal(error.code, "aborted", reason);
  }
  const { error } = await page.evaluate((path) => {
    return bare.outcome(session.fetch(new Request(path, { signal: AbortSignal.abort() })));
  }, OTHER);
  assert.equal(error.code, "aborted", "the signal of a Request");
  assert.equal(await page.evaluate(() => sent.length), 0);
  assert.deepEqual(await control.log(), []);
});

scenario(
  "before the answer, an abort ends the call and the request, whatever it is made with",
  async (given) => {
    const { context, deployment, control } = given;
    const page = await openBare(context, deployment, { before: noteRequests });
    await signIn(page, "ada");
    await control.faults({ method: "GET", path: OTHER, times: 100, drop: "hang" });
    for (const reason of REASONS) {
      const { error, ended } = await page.evaluate(`(async () => {
      const abort = new AbortController();
      const call = bare.outcome(session.fetch("${OTHER}", { signal: abort.signal }));
      while (sent.length === 0) await new Promise((resolve) => setTimeout(resolve));
      abort.abort(${reason});
      const ended = sent.splice(0).every(({ signal }) => signal.aborted);
      return { ...(await call), ended };
    })()`);
      assert.deepEqual([error.code, ended], ["aborted", true], reason);
    }
    await control.clearFaults();
    assert.equal(
      await page.evaluate((path) => session.fetch(path).then(({ status }) => status), AGENTS),
      200,
    );
  },
);

scenario("the signal of a Request counts, and that of the options before it", async (given) => {
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
});

scenario("while the answer's body streams, an abort ends it as it ends one of fetch", async (given) => {
  const { context, deployment, control } = given;
  const page = await openBare(context, deployment);
  await known(page);
  const drip = { bytes: 1, every_ms: 20, endless: true };
  await control.faults({ method: "GET", path: OTHER, times: 50, body: "abc", drip });
  const garbage = await context.newCDPSession(page);
  for (const reason of REASONS) {
    await page.evaluate(async (path) => {
      globalThis.streams = await Promise.all(
        [session.fetch, fetch].map(async (ask) => {
          const abort = new AbortController();
          const response = await ask(path, { signal: abort.signal });
          return { abort, reader: response.body.getReader() };
        }),
      );
      await Promise.all(streams.map(({ reader }) => reader.read()));
    }, OTHER);
    // Nothing but the stream and the signal is in the page's hands by now.
    await garbage.send("HeapProfiler.collectGarbage");
    const ends = await page.evaluate(`Promise.all(
      streams.map(async ({ abort, reader }) => {
        abort.abort(${reason});
        try {
          while (!(await reader.read()).done);
          return "it ended by itself";
        } catch (error) {
          return String(error);
        }
      }),
    )`);
    // The reason or an AbortError: engines differ, and so may what they say.
    assert.equal(ends[0], ends[1], reason);
    assert.notEqual(ends[0], "it ended by itself");
  }
});

scenario("an abort while the session is read for a 401 ends the call at once", async (given) => {
  const { context, deployment, control } = given;
  const page = await openReauthenticating(context, deployment);
  await control.expire();
  await control.faults({ method: "GET", path: SESSION, times: 1, delay_ms: 1_000 });
  await control.clearLog();
  const abort = await page.evaluateHandle((path) => {
    const abort = new AbortController();
    globalThis.ended = bare.outcome(session.fetch(path, { signal: abort.signal }));
    return abort;
  }, AGENTS);
  await until("the read to be asked for", async () => (await control.requests("GET", SESSION)).length === 1);
  await abort.evaluate((controller) => controller.abort());
  const { error } = await page.evaluate(() => ended);
  assert.equal(error.code, "aborted");
  await until("the end to be known", async () => (await snapshotOf(page)).reason === "ended");
  assert.equal(await page.evaluate(() => asked), 0, "nobody waits for a sign-in");
  assert.equal((await control.requests("GET", AGENTS)).length, 1);
});

scenario("an abort while the user is signed in again ends that call alone", async (given) => {
  const { context, deployment, control } = given;
  const page = await openReauthenticating(context, deployment);
  await page.evaluate(() => {
    globalThis.afterwards = new Promise((resolve) => {
      globalThis.finish = resolve;
    });
  });
  await control.expire();
  await control.clearLog();
  const { first, second } = await page.evaluate(async (path) => {
    const abort = new AbortController();
    const first = bare.outcome(session.fetch(path, { signal: abort.signal }));
    const second = session.fetch(path);
    while (asked === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    abort.abort("the user has left");
    const ended = await first;
    finish();
    return { first: ended, second: (await second).status };
  }, AGENTS);
  assert.deepEqual([first.error?.code, second], ["aborted", 200]);
  assert.equal((await control.requests("GET", AGENTS)).length, 3, "the aborted one is not retried");
  assert.equal((await control.requests("POST", LOGIN)).length, 1);
});

scenario("an abort of the retry ends it", async ({ context, deployment, control }) => {
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
});

scenario("an abort once the answer was read does nothing", async ({ context, another }) => {
  // Its cookie is enough there, so that the page's own fetch is answered alike.
  const deployment = await another("bare", ["--bearer", "cookie"]);
  const page = await openBare(context, deployment);
  await signIn(page, "ada");
  const before = await snapshotOf(page);
  await deployment.control.clearLog();
  const { reads, next } = await page.evaluate(async (path) => {
    const reads = [];
    for (const ask of [session.fetch, fetch]) {
      const abort = new AbortController();
      const response = await ask(path, { signal: abort.signal });
      const copy = response.clone();
      const { agents } = await response.json();
      abort.abort("too late");
      reads.push({ agents: agents.length, copy: await copy.text().catch(String) });
    }
    return { reads, next: (await session.fetch(path)).status };
  }, AGENTS);
  assert.ok(reads[0].agents > 0);
  // What becomes of a copy that nobody has read, the browser decides.
  assert.deepEqual(reads[0], reads[1], "as with fetch");
  assert.equal(next, 200);
  assert.deepEqual(await snapshotOf(page), before);
  assert.equal((await deployment.control.log()).length, 3, "nothing more is asked for");
});
