// `queryClientPerIdentity` of `platform-session/data` with the real clients of TanStack Query, over the double of the session.

import assert from "node:assert/strict";
import { afterEach, before, beforeEach, describe, it } from "node:test";
import { setTimeout as after } from "node:timers/promises";
import { until } from "../e2e/support/until.mjs";
import { importBundled } from "./support/bundle.mjs";

const GRACE = { id: 2, email: "grace@example.com", name: "Grace" };
const ADA = { id: 1, email: "ada@example.com", name: "Ada" };
const POLL_MS = 20;
const PATH = "/agent-hub-api/api/agent/list";

for (const framework of ["react", "vue"]) {
  describe(`TanStack Query of ${framework}`, { timeout: 60_000 }, () => {
    let parts;
    let library;
    let session;
    let clientOf;
    /** How often the user was asked to sign in again: each time, "Not now". */
    let asked;
    const ends = [];
    before(async () => {
      parts = await importBundled("tanstack-query.js");
      library = parts[framework];
      // As in a page: on a server nothing is polled.
      library.environmentManager.setIsServer(() => false);
    });
    beforeEach(() => {
      asked = 0;
      session = parts.createTestSession({
        user: GRACE,
        reauthenticate: async () => {
          asked += 1;
          throw new Error("Not now");
        },
      });
      clientOf = parts.queryClientPerIdentity(
        (queries) => new library.QueryClient({ defaultOptions: { queries } }),
      );
    });
    afterEach(() => {
      for (const end of ends.splice(0)) end();
      session.close();
    });

    const sent = () => session.calls.filter(({ name }) => name === "fetch").length;
    const settle = async () => {
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    };
    /** What a mounted component does: it watches the query. Sends its request by the `fetch` of its identity. */
    async function mount(options = {}, client = clientOf(session)) {
      const { fetch } = session.identity;
      client.mount();
      const observer = new library.QueryObserver(client, {
        queryKey: ["agents"],
        queryFn: async ({ signal }) => parts.orThrow(await fetch(PATH, { signal })).json(),
        ...options,
      });
      ends.push(
        observer.subscribe(() => {}),
        () => client.unmount(),
        () => client.clear(),
      );
      await settle();
      return observer;
    }
    const focus = async () => {
      library.focusManager.setFocused(false);
      library.focusManager.setFocused(true);
      await settle();
    };
    const reconnect = async () => {
      library.onlineManager.setOnline(false);
      library.onlineManager.setOnline(true);
      await settle();
    };

    describe("with onError", () => {
      let reported;
      let client;
      beforeEach(() => {
        reported = [];
        clientOf = parts.queryClientPerIdentity(
          (queries) =>
            new library.QueryClient({ defaultOptions: { queries, mutations: { retry: 1, retryDelay: 0 } } }),
          { onError: (...given) => reported.push(given) },
        );
        client = clientOf(session);
      });
      const mutate = async (error) => {
        const mutationFn = () => Promise.reject(error);
        const mutation = client
          .getMutationCache()
          .build(client, { mutationFn, gcTime: Number.POSITIVE_INFINITY });
        await assert.rejects(mutation.execute(undefined), error);
        await settle();
      };

      it("reports a query that has failed once, however many show it", async () => {
        session.answer("fetch", () => new Response(null, { status: 403 }));
        await mount({}, client);
        const { error } = (
          await mount({ staleTime: Infinity, retryOnMount: false }, client)
        ).getCurrentResult();
        assert.equal(error.status, 403);
        assert.deepEqual(reported, [[error]]);
        await client.refetchQueries();
        await settle();
        assert.equal(reported.length, 2);
      });

      it("reports a mutation that has failed once, after its last retry", async () => {
        const error = new Error("no such agent");
        await mutate(error);
        assert.deepEqual(reported, [[error]]);
      });

      it("reports nothing that is expected, no 401, and no query that the page has cancelled", async () => {
        await mutate(Object.assign(new Error("aborted"), { name: "AbortError" }));
        session.answer("fetch", () => new Response(null, { status: 401 }));
        const observer = await mount({}, client);
        await until("the 401", async () => observer.getCurrentResult().isError);
        session.answer("fetch", () => new Promise(() => {}));
        observer.refetch();
        await settle();
        const [query] = client.getQueryCache().getAll();
        await query.cancel();
        await client.cancelQueries();
        await settle();
        assert.deepEqual(reported, []);
      });

      it("goes on where the reporter throws, which is reported", async (given) => {
        const uncaught = [];
        given.mock.method(globalThis, "queueMicrotask", (call) => {
          try {
            call();
          } catch (error) {
            uncaught.push(error.message);
          }
        });
        clientOf = parts.queryClientPerIdentity(
          (queries) => new library.QueryClient({ defaultOptions: { queries } }),
          {
            onError() {
              throw new Error("no reporter");
            },
          },
        );
        session.answer("fetch", () => new Response(null, { status: 403 }));
        const observer = await mount();
        await until("the failure", async () => observer.getCurrentResult().isError);
        assert.deepEqual(uncaught, ["no reporter"]);
      });
    });

    it("asks again at a focus and on coming online while a user is signed in", async () => {
      await mount();
      assert.equal(sent(), 1);
      await focus();
      assert.equal(sent(), 2);
      await reconnect();
      assert.equal(sent(), 3);
    });

    it("sends no request where a bearer token is lacking, until login() brings one", async () => {
      session.answer("fetch", () => new Response("[]", { status: 401 }));
      const observer = await mount();
      assert.equal(session.snapshot.status, "authenticated");
      assert.deepEqual([observer.getCurrentResult().status, sent(), asked], ["error", 1, 1]);
      await focus();
      await reconnect();
      assert.deepEqual([sent(), asked], [1, 1]);
      session.answer("fetch", null);
      await session.login({ email: GRACE.email, password: "secret" });
      await settle();
      assert.deepEqual([observer.getCurrentResult().status, sent()], ["success", 2]);
    });

    it("stops a poll that ends with an error, and goes on once the user signs in", async () => {
      const polled = (count) => until(`${count} requests`, () => sent() >= count);
      await mount({ refetchInterval: ({ state }) => state.status !== "error" && POLL_MS });
      await polled(3);
      session.endOnDeployment();
      await until("the user to be asked", () => asked === 1);
      await settle();
      const before = sent();
      await after(10 * POLL_MS);
      assert.deepEqual([sent(), asked], [before, 1]);
      session.signIn();
      await polled(before + 3);
      assert.equal(asked, 1);
    });

    it("does not cancel the request that a new sign-in has just repeated", async () => {
      const signals = [];
      const observer = await mount({
        queryFn: ({ signal }) => {
          signals.push(signal);
          return signals.length === 1 ? [] : new Promise(() => {});
        },
      });
      await focus();
      session.signOut("ended");
      session.signIn();
      await settle();
      assert.equal(observer.getCurrentResult().fetchStatus, "fetching");
      assert.deepEqual(
        signals.map(({ aborted }) => aborted),
        [false, false],
      );
    });

    it("leaves what is fresh, disabled, or not on the page", async () => {
      const fresh = await mount({ queryKey: ["fresh"], staleTime: 60_000 });
      await mount({ queryKey: ["disabled"], enabled: false });
      await mount({ queryKey: ["gone"] });
      ends.splice(-3, 1)[0]();
      assert.equal(fresh.getCurrentResult().isStale, false);
      const before = sent();
      session.signOut("ended");
      session.signIn();
      await settle();
      assert.equal(sent(), before);
    });

    it("sends no request as the last user's client, and puts nothing into the next one's", async () => {
      const hers = clientOf(session);
      const observer = await mount();
      hers.setQueryData(["agents"], ["The diary of Grace"]);
      const before = sent();
      session.signIn(ADA);
      await settle();
      const his = clientOf(session);
      assert.notEqual(his, hers);
      // An optimistic update that fails late.
      hers.setQueryData(["agents"], ["The diary of Grace"]);
      assert.equal(his.getQueryData(["agents"]), undefined);
      session.signOut("ended");
      session.signIn(ADA);
      await settle();
      assert.equal(sent(), before);
      await assert.rejects(observer.refetch({ throwOnError: true }), { code: "superseded" });
    });
  });
}
