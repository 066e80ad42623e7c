// A request of the page's own is sent as the page made it, and its answer is returned unchanged.

import assert from "node:assert/strict";
import { openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { AGENTS } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

const OTHER = "/data-api/x";

/** Runs in a page before its scripts: notes the requests that `fetch` is called with. */
function noteRequests() {
  globalThis.sent = [];
  const { fetch: realFetch } = globalThis;
  globalThis.fetch = (input, init) => {
    if (input instanceof Request) sent.push({ request: input, options: Object.keys(init ?? {}) });
    return realFetch(input, init);
  };
}

test(
  "the fields of a request are sent, from options or a Request",
  scenario(async (given) => {
    const { context, deployment } = given;
    const page = await openBare(context, deployment, { before: noteRequests });
    await signIn(page, "ada");
    const { seen, wanted } = await page.evaluate(async (path) => {
      const fields = [
        "method",
        "mode",
        "cache",
        "redirect",
        "referrer",
        "referrerPolicy",
        "integrity",
        "keepalive",
      ];
      const inits = [
        {},
        { method: "PUT", headers: { "x-own": "1" }, cache: "reload", redirect: "manual", keepalive: true },
        { method: "DELETE", mode: "same-origin", cache: "no-cache", redirect: "error", referrer: "" },
        { method: "PATCH", referrer: "/elsewhere", referrerPolicy: "origin", integrity: "sha256-none" },
        { method: "HEAD", mode: "same-origin", cache: "only-if-cached", referrerPolicy: "unsafe-url" },
        {
          method: "get",
          headers: [
            ["x-own", "a"],
            ["x-own", "b"],
          ],
          cache: "force-cache",
          priority: "low",
        },
      ];
      const fieldsOf = (request) => [...fields.map((name) => request[name]), ...request.headers].map(String);
      const wanted = [];
      sent.length = 0;
      for (const init of inits) {
        const plain = new Request(path, init);
        wanted.push(fieldsOf(plain), fieldsOf(plain), fieldsOf(plain));
        await bare.outcome(session.fetch(path, init));
        await bare.outcome(session.fetch(plain));
        await bare.outcome(session.fetch(path, Object.create(init)));
      }
      const seen = sent.map(({ request, options }) => {
        if (request.credentials !== "include") throw new Error(request.credentials);
        if (options.length > 0) throw new Error(`sent with ${options}, which make it forget its referrer`);
        request.headers.delete("authorization");
        return fieldsOf(request);
      });
      return { seen, wanted };
    }, OTHER);
    assert.deepEqual(seen, wanted);
  }),
);

test(
  "options override the Request beside them, and a Request may be the options",
  scenario(async (given) => {
    const relay = await given.relay();
    const page = await openBare(given.context, relay);
    await signIn(page, "ada");
    relay.received.length = 0;
    const failed = await page.evaluate(async (path) => {
      const request = () => new Request(path, { method: "POST", body: "one", headers: { "x-own": "one" } });
      await session.fetch(request(), { method: "PUT", body: "two", headers: { "x-own": "two" } });
      // Without a body: the body of a Request would be a stream here.
      await session.fetch(
        `${path}?options`,
        new Request(path, { method: "DELETE", headers: { "x-own": "one" } }),
      );
      const used = request();
      await used.text();
      const kinds = [];
      // `fetch` refuses these, too, before anything is sent.
      for (const call of [
        () => session.fetch(used),
        () => session.fetch(path, { body: "with GET" }),
        () => session.fetch(path, { method: "TRACE" }),
        () => session.fetch(path, { headers: { "not a name": "" } }),
        () => session.fetch(path, { signal: "none" }),
        () => session.fetch(path, { mode: "navigate" }),
      ]) {
        await call().catch((error) => kinds.push(error instanceof TypeError));
      }
      return kinds;
    }, OTHER);
    assert.deepEqual(failed, [true, true, true, true, true, true]);
    assert.deepEqual(
      relay.received.map(({ method, path, headers, body }) => [method, path, headers["x-own"], String(body)]),
      [
        ["PUT", OTHER, "two", "two"],
        ["DELETE", `${OTHER}?options`, "one", ""],
      ],
    );
  }),
);

test(
  "the referrer is the one that the page chose",
  scenario(async ({ context, relay: startRelay }) => {
    const rewrite = ({ "referrer-policy": _, ...headers }) => headers;
    const relay = await startRelay(undefined, { rewrite });
    const page = await openBare(context, relay);
    await signIn(page, "ada");
    relay.received.length = 0;
    await page.evaluate(async (path) => {
      await session.fetch(`${path}?default`);
      await session.fetch(`${path}?none`, { referrer: "" });
      await session.fetch(`${path}?policy`, { referrerPolicy: "no-referrer" });
      await session.fetch(new Request(`${path}?request`, { referrer: "/another" }));
    }, OTHER);
    const referrers = relay.received.map(({ path, headers }) => [path.split("?")[1], headers.referer]);
    assert.deepEqual(referrers, [
      ["default", page.url()],
      ["none", undefined],
      ["policy", undefined],
      ["request", `${relay.origin}/another`],
    ]);
  }),
);

test(
  "an Authorization of the page's own is sent unchanged, and its 401 is returned",
  scenario(async (given) => {
    const relay = await given.relay();
    const page = await openBare(given.context, relay);
    await signIn(page, "ada");
    relay.received.length = 0;
    const status = await page.evaluate(async (path) => {
      const headers = { authorization: "Bearer of-the-page" };
      return (await session.fetch(path, { headers })).status;
    }, AGENTS);
    assert.equal(status, 401);
    const asked = relay.received.filter(({ path }) => path === AGENTS);
    assert.deepEqual(
      asked.map(({ headers }) => headers.authorization),
      ["Bearer of-the-page"],
    );
    assert.equal((await snapshotOf(page)).status, "authenticated");
    assert.equal(
      await page.evaluate(async (path) => (await session.fetch(path)).status, AGENTS),
      200,
      "the token is still held",
    );
  }),
);

test(
  "credentials are sent, whatever the page sets",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await control.clearLog();
    const statuses = await page.evaluate(
      (path) =>
        Promise.all(
          ["omit", "same-origin", "include"].map(async (credentials) => {
            return (await session.fetch(path, { credentials })).status;
          }),
        ),
      AGENTS,
    );
    assert.deepEqual(statuses, [200, 200, 200]);
    const asked = await control.requests("GET", AGENTS);
    assert.deepEqual(new Set(asked.map(({ cookie, bearer: sent }) => cookie && sent)), new Set([true]));
  }),
);

test(
  "an answer is returned unchanged: its status, headers, address and whole body",
  scenario(async (given) => {
    const { context, deployment, control } = given;
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const size = 48 * 1024 * 1024;
    const fault = (method, rest) => ({ method, path: OTHER, times: 1, ...rest });
    const headers = { "content-type": "text/x-own", "x-answer": "1" };
    await control.faults(
      fault("GET", { status: 204, headers }),
      fault("HEAD", { status: 200, headers, body: "unseen" }),
      fault("GET", { status: 404, headers, body: "not here" }),
      fault("POST", { status: 503, headers: { ...headers, "retry-after": "7" }, body: "later" }),
      fault("GET", { status: 304, headers }),
      fault("GET", { body_repeat: { unit: "0123456789abcdef", times: size / 16 }, headers }),
    );
    const answers = await page.evaluate(async (path) => {
      const answers = [];
      for (const init of [{}, { method: "HEAD" }, {}, { method: "POST" }, {}, {}]) {
        const response = await session.fetch(`${path}?q`, { cache: "no-store", ...init });
        const { status, ok, url, redirected, type, headers } = response;
        const text = await response.text();
        const body = text.length > 100 ? `${text.length} ${text.slice(-4)}` : text;
        const own = [headers.get("content-type"), headers.get("x-answer"), headers.get("retry-after")];
        answers.push([status, ok, new URL(url).pathname + new URL(url).search, redirected, type, own, body]);
      }
      return answers;
    }, OTHER);
    const address = `${OTHER}?q`;
    const plain = [address, false, "basic"];
    const own = ["text/x-own", "1", null];
    assert.deepEqual(answers, [
      [204, true, ...plain, own, ""],
      [200, true, ...plain, own, ""],
      [404, false, ...plain, own, "not here"],
      [503, false, ...plain, ["text/x-own", "1", "7"], "later"],
      [304, false, ...plain, own, ""],
      [200, true, ...plain, own, `${size} cdef`],
    ]);
    assert.equal((await snapshotOf(page)).status, "authenticated", "the session is unchanged");
  }),
);

test(
  "objects of a frame are accepted as `fetch` accepts them",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await control.clearLog();
    const outcomes = await page.evaluate(async (path) => {
      const frame = document.body.appendChild(document.createElement("iframe"));
      const { Request, URL, AbortController } = frame.contentWindow;
      const address = location.origin + path;
      const request = () => new Request(address, { method: "POST", body: "x", headers: { "x-own": "1" } });
      const statuses = [];
      for (const input of [request(), new URL(address)]) statuses.push((await session.fetch(input)).status);
      const abort = new AbortController();
      const aborted = session.fetch(request(), { signal: abort.signal });
      abort.abort();
      statuses.push(await aborted.catch(({ code }) => code));
      // An object that is only marked as a Request.
      const lookalike = { url: address, [Symbol.toStringTag]: "Request" };
      statuses.push(await session.fetch(lookalike).catch(({ code }) => code));
      statuses.push(
        await session.fetch(new Request(`${location.origin}/elsewhere`)).catch(({ code }) => code),
      );
      return statuses;
    }, OTHER);
    assert.deepEqual(outcomes, [404, 404, "aborted", "foreign-url", "foreign-url"]);
    const sent = (await control.log()).map(({ method, path, bearer }) => [method, path, bearer]);
    assert.deepEqual(sent.slice(0, 2), [
      ["POST", OTHER, true],
      ["GET", OTHER, true],
    ]);
  }),
);
