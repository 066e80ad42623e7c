// What `session.fetch` keeps of a request once its call is over.

import assert from "node:assert/strict";
import { known, openBare, signIn } from "../support/bare-page.mjs";
import { collectGarbage } from "../support/heap.mjs";
import { AGENTS } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

const POSTS = 100;
const BYTES = 1_000_000;

/** Runs in a page before its scripts: keeps weak references to requests, signals and answers of `fetch`; `alive()` counts them. */
function noteWeakly() {
  const noted = { requests: [], signals: [], answers: [], bodies: [] };
  globalThis.noted = noted;
  globalThis.alive = () =>
    Object.fromEntries(
      Object.entries(noted).map(([name, all]) => [
        name,
        all.filter((one) => one.deref() !== undefined).length,
      ]),
    );
  const { fetch: realFetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const answering = realFetch(input, init);
    if (!(input instanceof Request)) return answering;
    noted.requests.push(new WeakRef(input));
    noted.signals.push(new WeakRef(input.signal));
    const answer = await answering;
    noted.answers.push(new WeakRef(answer));
    return answer;
  };
  // Counts the listeners of all signals.
  globalThis.listeners = 0;
  const { addEventListener, removeEventListener } = AbortSignal.prototype;
  AbortSignal.prototype.addEventListener = function (...given) {
    globalThis.listeners += 1;
    return addEventListener.apply(this, given);
  };
  AbortSignal.prototype.removeEventListener = function (...given) {
    globalThis.listeners -= 1;
    return removeEventListener.apply(this, given);
  };
}

/** How the body of an answer ends, and the name of that for the page. */
const ENDS = {
  "read to the end": "text",
  "given up": "cancel",
  "left alone": "nothing",
};

test(
  "requests under one long-lived signal are not kept, however their answers end",
  scenario(async (given) => {
    const { context, deployment } = given;
    const page = await openBare(context, deployment, { before: noteWeakly });
    await signIn(page, "ada");
    const cdp = await context.newCDPSession(page);
    for (const [count, [end, finish]] of Object.entries(ENDS).entries()) {
      const listeners = await page.evaluate(
        async ([path, posts, bytes, finish]) => {
          globalThis.leaving ??= new AbortController();
          const { signal } = leaving;
          const before = globalThis.listeners;
          for (let post = 0; post < posts; post += 1) {
            const body = new Uint8Array(bytes);
            noted.bodies.push(new WeakRef(body));
            const answer = await session.fetch(path, { method: "POST", body, signal });
            if (finish === "text") await answer.text();
            if (finish === "cancel") await answer.body?.cancel();
          }
          return globalThis.listeners - before;
        },
        [AGENTS, POSTS, BYTES, finish],
      );
      assert.equal(listeners, 0, end);
      await assertCollected(page, cdp, end);
      assert.equal(await page.evaluate(() => noted.requests.length), (count + 1) * POSTS, end);
    }
  }),
);

test(
  "thousands of requests are not kept by the signal of their identity",
  scenario(async (given) => {
    const { context, deployment } = given;
    const page = await openBare(context, deployment, { before: noteWeakly });
    await signIn(page, "ada");
    const cdp = await context.newCDPSession(page);
    const listeners = await page.evaluate(async (path) => {
      globalThis.held = session.identity.signal;
      const before = globalThis.listeners;
      for (let left = 3_000; left > 0; left -= 50)
        await Promise.all(
          Array.from({ length: 50 }, () => session.fetch(path).then((answer) => answer.text())),
        );
      return globalThis.listeners - before;
    }, AGENTS);
    assert.equal(listeners, 0);
    await assertCollected(page, cdp);
  }),
);

test(
  "requests that failed or were aborted are not kept",
  scenario(async (given) => {
    const { context, deployment, control } = given;
    const page = await openBare(context, deployment, { before: noteWeakly });
    await known(page);
    const cdp = await context.newCDPSession(page);
    await control.faults({ method: "POST", path: AGENTS, times: 20, drop: "before-headers" });
    const listeners = await page.evaluate(async (path) => {
      globalThis.leaving = new AbortController();
      const before = globalThis.listeners;
      for (let post = 0; post < 20; post += 1) {
        const body = new Uint8Array(1000);
        await session.fetch(path, { method: "POST", body, signal: leaving.signal }).catch(() => {});
      }
      for (let post = 0; post < 20; post += 1) {
        const own = new AbortController();
        const signal = AbortSignal.any([own.signal, leaving.signal]);
        const call = session.fetch(path, { method: "POST", body: "x", signal }).catch(() => {});
        own.abort();
        await call;
      }
      return globalThis.listeners - before;
    }, AGENTS);
    assert.equal(listeners, 0);
    await assertCollected(page, cdp);
  }),
);

test(
  "an abort ends a body under way also after a garbage collection",
  scenario(async (given) => {
    const { context, deployment, control } = given;
    const page = await openBare(context, deployment, { before: noteWeakly });
    await signIn(page, "ada");
    const cdp = await context.newCDPSession(page);
    await control.faults({
      method: "GET",
      path: AGENTS,
      times: 1,
      body: `"${"x".repeat(100_000)}"`,
      drop: "mid-body",
    });
    await page.evaluate(async (path) => {
      globalThis.leaving = new AbortController();
      globalThis.answer = await session.fetch(path, { signal: leaving.signal });
    }, AGENTS);
    await collectGarbage(cdp);
    const ended = await page.evaluate(() => {
      leaving.abort();
      return answer.text().then(
        () => "whole",
        ({ name }) => name,
      );
    });
    assert.match(ended, /^(AbortError|TypeError)$/);
  }),
);

/** Collects garbage up to five times, and asserts that at most three objects of each kind are alive: the newest may be in a cache. */
async function assertCollected(page, cdp, what = "") {
  let left;
  for (let time = 0; time < 5; time += 1) {
    await collectGarbage(cdp);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    left = await page.evaluate(() => alive());
    if (Math.max(...Object.values(left)) === 0) break;
  }
  assert.ok(Math.max(...Object.values(left)) <= 3, `${what} ${JSON.stringify(left)}`);
}
