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
    /** How often `reauthenticate` was called; it always rejects, as where the user clicks "Not now". */
    let reauthentications;
    /** The functions that take the mounted queries away, for after each test. */
    const cleanups = [];
    before(async () => {
      parts = await importBundled("tanstack-query.js");
      library = parts[framework];
      // On a server TanStack Query does not poll.
      library.environmentManager.setIsServer(() => false);
    });
    beforeEach(() => {
      reauthentications = 0;
      session = parts.createTestSession({
        user: GRACE,
        reauthenticate: async () => {
          reauthentications += 1;
          throw new Error("Not now");
        },
      });
      clientOf = parts.queryClientPerIdentity(
        (queries) => new library.QueryClient({ defaultOptions: { queries } }),
      );
    });
    afterEach(() => {
      for (const cleanUp of cleanups.splice(0)) cleanUp();
      session.close();
    });

    const requestCount = () => session.calls.filter(({ name }) => name === "fetch").length;
    const settle = async () => {
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    };
    /** Observes a query, as a mounted component does. The query sends its request by the `fetch` of the current identity. */
    async function mount(options = {}, client = clientOf(session)) {
      const { fetch } = session.identity;
      client.mount();
      const observer = new library.QueryObserver(client, {
        queryKey: ["agents"],
        queryFn: async ({ signal }) => parts.orThrow(await fetch(PATH, { signal })).json(),
        ...options,
      });
      cleanups.push(
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
          { onError: (...args) => reported.push(args) },
        );
        client = clientOf(session);
      });
      const failMutation = async (error) => {
        const mutationFn = () => Promise.reject(error);
        const mutation = client
          .getMutationCache()
          .build(client, { mutationFn, gcTime: Number.POSITIVE_INFINITY });
        await assert.rejects(mutation.execute(undefined), error);
        await settle();
      };

      it("reports each failure of a query once, however many observers it has", async () => {
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

      it("reports a failed mutation once, after its last retry", async () => {
        const error = new Error("no such agent");
        await failMutation(error);
        assert.deepEqual(reported, [[error]]);
      });

      it("does not report an expected error, a 401, or a query that the page has cancelled", async () => {
        await failMutation(Object.assign(new Error("aborted"), { name: "AbortError" }));
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

      it("finishes the query where onError throws, and leaves that error uncaught", async ({ mock }) => {
        const uncaught = [];
        mock.method(globalThis, "queueMicrotask", (call) => {
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

    it("refetches at a focus and on coming online while a user is signed in", async () => {
      await mount();
      assert.equal(requestCount(), 1);
      await focus();
      assert.equal(requestCount(), 2);
      await reconnect();
      assert.equal(requestCount(), 3);
    });

    it("after a 401 for a missing bearer token sends no request until login() brings one", async () => {
      session.answer("fetch", () => new Response("[]", { status: 401 }));
      const observer = await mount();
      assert.equal(session.snapshot.status, "authenticated");
      assert.deepEqual(
        [observer.getCurrentResult().status, requestCount(), reauthentications],
        ["error", 1, 1],
      );
      await focus();
      await reconnect();
      assert.deepEqual([requestCount(), reauthentications], [1, 1]);
      session.answer("fetch", null);
      await session.login({ email: GRACE.email, password: "secret" });
      await settle();
      assert.deepEqual([observer.getCurrentResult().status, requestCount()], ["success", 2]);
    });

    it("stops polling at the session's end, and polls again after the user's sign-in", async () => {
      const polled = (count) => until(`${count} requests`, () => requestCount() >= count);
      await mount({ refetchInterval: ({ state }) => state.status !== "error" && POLL_MS });
      await polled(3);
      session.endOnDeployment();
      await until("reauthenticate to be called", () => reauthentications === 1);
      await settle();
      const before = requestCount();
      await after(10 * POLL_MS);
      assert.deepEqual([requestCount(), reauthentications], [before, 1]);
      session.signIn();
      await polled(before + 3);
      assert.equal(reauthentications, 1);
    });

    it("does not cancel a request that is under way at the user's sign-in", async () => {
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

    it("does not refetch a query that is fresh, disabled or unmounted at the user's sign-in", async () => {
      const fresh = await mount({ queryKey: ["fresh"], staleTime: 60_000 });
      await mount({ queryKey: ["disabled"], enabled: false });
      await mount({ queryKey: ["gone"] });
      cleanups.splice(-3, 1)[0]();
      assert.equal(fresh.getCurrentResult().isStale, false);
      const before = requestCount();
      session.signOut("ended");
      session.signIn();
      await settle();
      assert.equal(requestCount(), before);
    });

    it("sends no request with the last user's client, and shares no data with the next user's", async () => {
      const clientOfGrace = clientOf(session);
      const observer = await mount();
      clientOfGrace.setQueryData(["agents"], ["The diary of Grace"]);
      const before = requestCount();
      session.signIn(ADA);
      await settle();
      const clientOfAda = clientOf(session);
      assert.notEqual(clientOfAda, clientOfGrace);
      // As an optimistic update does that fails late.
      clientOfGrace.setQueryData(["agents"], ["The diary of Grace"]);
      assert.equal(clientOfAda.getQueryData(["agents"]), undefined);
      session.signOut("ended");
      session.signIn(ADA);
      await settle();
      assert.equal(requestCount(), before);
      await assert.rejects(observer.refetch({ throwOnError: true }), { code: "superseded" });
    });
  });
}
