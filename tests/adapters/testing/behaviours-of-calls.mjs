// Behaviours of gates, calls and listeners, and of a session that is closed.

import { ROLES } from "./facts.mjs";
import { failure, isDeepFrozen, outcomeOf, plain, record, resultOf } from "./seen.mjs";

/** The behaviours (`behaviours.mjs`). `as`: the user who is signed in when the session is created. */
export const CALLS = [
  {
    name: "a gate needs all of its conditions, and denies empty, undefined and inherited ones",
    as: "ada",
    async run({ session }) {
      await session.ready;
      await session.roles();
      const state = (conditions) => resultOf(() => session.gate(conditions).value);
      return [
        state({ feature: "chat-history" }),
        state({ feature: ["chat-history", "chat-messages"], status: "authenticated" }),
        state({ feature: ["chat-history", "report-analysis"] }),
        state({ atLeast: "default" }),
        state({ atLeast: "expert" }),
        state({ atLeast: "no-such-role" }),
        state({}),
        state({ feature: [] }),
        state({ feature: undefined }),
        state({ feature: "__proto__" }),
        state({ feature: "constructor" }),
        state({ feature: 1 }),
        state(null),
        session.atLeast("default"),
        session.atLeast("expert"),
        session.gate({ feature: "a" }) === session.gate({ feature: ["a"] }),
        session.gate({ feature: "chat-history" }).granted,
      ];
    },
    expected: [
      "granted",
      "granted",
      "denied",
      "granted",
      "denied",
      "denied",
      "denied",
      "denied",
      "denied",
      "denied",
      "denied",
      "TypeError",
      "TypeError",
      true,
      false,
      true,
      true,
    ],
  },
  {
    name: "roles() resolves with a frozen catalogue, and rejects once the user has signed out",
    as: "ada",
    async run({ session }) {
      await session.ready;
      const roles = await session.roles();
      await session.logout();
      return [plain(roles), isDeepFrozen(roles), await outcomeOf(session.roles())];
    },
    expected: [ROLES, true, failure("unauthenticated", 401, false)],
  },
  {
    name: "permissions.refresh() resolves with the same map where nothing has changed",
    as: "ada",
    async run({ session }) {
      const { features } = await session.ready;
      return [(await session.permissions.refresh()) === features];
    },
    expected: [true],
  },
  {
    name: "a request goes to the deployment's four APIs and nowhere else",
    as: "ada",
    async run({ session, origin }) {
      await session.ready;
      const to = async (input, init) => {
        const outcome = await outcomeOf(session.fetch(input, init));
        return outcome.code ?? outcome.value;
      };
      const aborted = AbortSignal.abort();
      return [
        await to("/agent-hub-api/api/agent/list"),
        await to(new URL("/agent-hub-api/api/agent/list", origin)),
        await to(new Request(`${origin}/agent-hub-api/api/agent/list`)),
        await to("/elsewhere"),
        await to("/api"),
        await to("/api/../secret"),
        await to("/api/..%2fsecret"),
        await to("/api/%252e%252e/secret"),
        await to("https://elsewhere.example/api/roles"),
        await to("//elsewhere.example/api/roles"),
        await to("https://"),
        await to("/agent-hub-api/api/agent/list", { signal: aborted }),
      ];
    },
    expected: [200, 200, 200, ...Array(8).fill("foreign-url"), "aborted"],
  },
  {
    name: "sso.url() takes only a return URL that the deployment accepts",
    as: "signed-out",
    async run({ session, origin }) {
      await session.ready;
      const url = (returnUrl) => resultOf(() => session.sso.url({ returnUrl }).replace(origin, ""));
      return [
        session.sso.url().replace(origin, ""),
        url("/reports?page=2#top"),
        url(`${origin}/reports`).replace(encodeURIComponent(origin), ""),
        ...[
          "https://elsewhere.example/",
          "//elsewhere.example",
          "/\\elsewhere.example",
          "javascript:alert(1)",
        ].map(url),
        ...[
          "reports",
          "/%2felsewhere.example",
          "/\nreports",
          "https:reports",
          `${origin}@elsewhere.example`,
        ].map(url),
      ];
    },
    expected: [
      "/api/auth/sso/idp/login",
      "/api/auth/sso/idp/login?return_url=%2Freports%3Fpage%3D2%23top",
      "/api/auth/sso/idp/login?return_url=%2Freports",
      ...Array(9).fill("invalid-return-url"),
    ],
  },
  {
    name: "a call whose signal is aborted rejects as aborted",
    as: "ada",
    async run({ session, password }) {
      await session.ready;
      const signal = AbortSignal.abort();
      const controller = new AbortController();
      const later = outcomeOf(session.refresh({ signal: controller.signal }));
      controller.abort("for a reason");
      const credentials = { email: "ada@example.com", password };
      const calls = [
        session.refresh({ signal }),
        session.roles({ signal }),
        session.permissions.refresh({ signal }),
        session.sso.config({ signal }),
        session.sso.start({ signal }),
        session.login(credentials, { signal }),
      ];
      return Promise.all([later, ...calls.map(outcomeOf)]).then((all) => all.map(({ code }) => code));
    },
    expected: Array(7).fill("aborted"),
  },
  {
    name: "close() publishes the status unknown once, with the error closed, and every call rejects",
    as: "ada",
    async run({ session, password }) {
      await session.ready;
      const log = record(session);
      const gates = [];
      session.gate({ feature: "chat-history" }).subscribe((state) => gates.push(state));
      session.close();
      session.close();
      const calls = [
        session.ready,
        session.settled,
        session.login({ email: "ada@example.com", password }),
        session.logout(),
        session.refresh(),
        session.roles(),
        session.permissions.refresh(),
        session.fetch("/api/roles"),
        session.sso.config(),
        session.sso.start(),
      ];
      const codes = await Promise.all(calls.map(async (call) => (await outcomeOf(call)).code));
      const refused = [
        await outcomeOf(session.refresh({ signal: AbortSignal.abort() })),
        await outcomeOf(session.sso.start({ signal: AbortSignal.abort() })),
        await outcomeOf(session.sso.start({ mode: "window" })),
      ].map(({ code, name }) => code ?? name);
      return [log.slice(1), gates, [...new Set(codes)], refused, resultOf(() => session.sso.url())];
    },
    expected: [
      ["unknown closed", "permissions-changed"],
      ["granted", "unknown"],
      ["closed"],
      ["aborted", "aborted", "TypeError"],
      "closed",
    ],
  },
  {
    name: "a listener is called at its subscription, in spite of another that throws, and not after it unsubscribed",
    as: "ada",
    async run({ session, uncaught }) {
      await session.ready;
      const received = [];
      const { subscribe } = session;
      const errors = await uncaught(async () => {
        subscribe(() => {
          throw new Error("a listener's own");
        }).unsubscribe();
      });
      const stop = subscribe({ next: ({ status }) => received.push(status) });
      const gone = subscribe(({ status }) => received.push(`gone ${status}`));
      gone();
      gone.unsubscribe();
      await session.logout();
      stop.unsubscribe();
      const length = received.length;
      await outcomeOf(session.refresh());
      const observable = Symbol.observable ?? "@@observable";
      return [
        received.slice(0, 3),
        received.length === length,
        errors,
        session[observable]().snapshot === session.snapshot,
      ];
    },
    expected: [["authenticated", "gone authenticated", "unauthenticated"], true, ["a listener's own"], true],
  },
  {
    name: "snapshot, user and features cannot be changed, and no feature is granted by inheritance",
    as: "ada",
    async run({ session }) {
      const { features, user } = await session.ready;
      const changes = [
        () => {
          features["report-analysis"] = { enabled: true, limit: null };
        },
        () => {
          features["chat-messages"].limit.max = 1e6;
        },
        () => {
          user.userType = "administrator";
        },
        () => {
          session.snapshot = {};
        },
        () => {
          session.permissions.can = () => true;
        },
      ].map(resultOf);
      Object.prototype.polluted = { enabled: true, limit: null };
      const polluted = session.permissions.can("polluted");
      delete Object.prototype.polluted;
      return [changes, polluted, session.permissions.can("__proto__"), session.permissions.can("toString")];
    },
    expected: [Array(5).fill("TypeError"), false, false, false],
  },
];
