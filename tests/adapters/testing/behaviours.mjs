// What a session does, whether it is the real one or the double. Each behaviour runs where its session lives (a page, or
// Node), steers the deployment through `world`, and tells in plain values what it saw.

import { COMPANY, FEATURES, ROLES } from "./facts.mjs";

const EVENTS = ["signed-in", "signed-out", "permissions-changed", "cookie-refused", "revalidation-failed"];

/** All that the session says from here on, in plain words, in order. */
function record(session) {
  const said = [];
  const types = (event) => said.push(event.type + (event.detail.reason ? ` ${event.detail.reason}` : ""));
  for (const type of EVENTS) session.addEventListener(type, types);
  session.subscribe(({ status, stale, signOutPending, error }) =>
    said.push([status, stale && "stale", signOutPending && "pending", error?.code].filter(Boolean).join(" ")),
  );
  return said;
}

const ended = (promise) =>
  promise.then(
    (value) => ({ value: value?.status ?? value ?? null }),
    ({ name, code, status, retryable, retryAfterMs }) => ({ name, code, status, retryable, retryAfterMs }),
  );
const thrown = (act) => {
  try {
    return act();
  } catch (error) {
    return error.code ?? error.name;
  }
};
const failure = (code, status, retryable) => ({
  name: "SessionError",
  code,
  status,
  retryable,
  retryAfterMs: null,
});
const plain = (value) => JSON.parse(JSON.stringify(value));
const isDeepFrozen = (value) =>
  Object(value) !== value || (Object.isFrozen(value) && Object.values(value).every(isDeepFrozen));

/** `as`: who is signed in when the session is created. */
export const BEHAVIOURS = [
  {
    name: "nobody is signed in: the first snapshot that is known says so, and no event",
    as: "nobody",
    async run({ session }) {
      const said = record(session);
      const first = await session.ready;
      const { status, user, reason, features } = session.snapshot;
      return [
        first === session.snapshot,
        (await session.settled) === first,
        { status, user, reason, features: Object.keys(features) },
        said.filter((what) => EVENTS.includes(what)),
        session.permissions.state("chat-history"),
        session.gate({ status: "unauthenticated" }).value,
      ];
    },
    expected: [
      true,
      true,
      { status: "unauthenticated", user: null, reason: "no-session", features: [] },
      [],
      "denied",
      "granted",
    ],
  },
  {
    name: "somebody is signed in: user and features, deep-frozen, with nothing inherited",
    as: "ada",
    async run({ session }) {
      const { user, features, ...rest } = await session.ready;
      const { company: _, id, ...known } = user;
      return [
        plain(known),
        Number.isInteger(id),
        plain(features),
        plain(rest),
        Object.getPrototypeOf(features),
        isDeepFrozen(session.snapshot),
        session.permissions.features === features,
        session.permissions.get("chat-messages") === features["chat-messages"],
      ];
    },
    expected: [
      { email: "ada@example.com", name: "Ada Lovelace", userType: "default", authSource: "local" },
      true,
      FEATURES.default,
      {
        status: "authenticated",
        reason: null,
        stale: false,
        error: null,
        expiresAt: null,
        signOutPending: false,
        reauthenticating: false,
      },
      null,
      true,
      true,
      true,
    ],
  },
  {
    name: "a sign-in shows the user at once, with company and end, and wakes who watches",
    as: "nobody",
    async run({ session, password }) {
      await session.ready;
      const said = record(session);
      const gate = [];
      const reading = [];
      session.gate({ feature: "chat-history" }).subscribe((state) => gate.push(state));
      session.permissions.reading("no-such-feature").subscribe(({ state }) => reading.push(state));
      const snapshot = await session.login({ email: "ada@example.com", password });
      const { user, expiresAt } = snapshot;
      const inADay = Math.abs(expiresAt - Date.now() - 86_400_000) < 60_000;
      return [snapshot === session.snapshot, user.email, plain(user.company), inADay, said, gate, reading];
    },
    expected: [
      true,
      "ada@example.com",
      COMPANY,
      true,
      ["unauthenticated", "authenticated", "signed-in", "permissions-changed"],
      ["denied", "granted"],
      ["denied"],
    ],
  },
  {
    name: "a sign-in that is refused, or lacks something, says why and changes nothing",
    as: "nobody",
    async run({ session, world }) {
      const before = await session.ready;
      const wrong = await world.failing("login", "invalid-credentials", () =>
        ended(session.login({ email: "ada@example.com", password: "wrong" })),
      );
      const empty = await ended(session.login({ email: "ada@example.com", password: "" }));
      return [wrong, empty, session.snapshot === before];
    },
    expected: [failure("invalid-credentials", 401, false), failure("missing-credentials", null, false), true],
  },
  {
    name: "a sign-out closes the gates at the call, is pending until it is confirmed, and is told once",
    as: "ada",
    async run({ session }) {
      await session.ready;
      const said = record(session);
      const leaving = session.logout();
      const { status, signOutPending } = session.snapshot;
      const can = session.permissions.can("chat-history");
      await leaving;
      await ended(session.logout());
      const { reason, error } = session.snapshot;
      return [{ status, signOutPending, can }, session.snapshot.signOutPending, { reason, error }, said];
    },
    expected: [
      { status: "unauthenticated", signOutPending: true, can: false },
      false,
      { reason: "signed-out", error: null },
      [
        "authenticated",
        "unauthenticated pending",
        "signed-out signed-out",
        "permissions-changed",
        "unauthenticated",
        "unauthenticated pending",
        "unauthenticated",
      ],
    ],
  },
  {
    name: "a sign-out that failed leaves the session unknown and pending, until the page asks for the truth",
    as: "ada",
    async run({ session, world }) {
      await session.ready;
      const failed = await world.failing("logout", "server-error", () => ended(session.logout()));
      const { status, signOutPending, error } = session.snapshot;
      const gate = session.gate({ feature: "chat-history" }).value;
      const found = await session.refresh();
      return [
        failed,
        { status, signOutPending, code: error?.code, gate },
        { status: found.status, signOutPending: found.signOutPending, error: found.error },
      ];
    },
    expected: [
      failure("server-error", 500, true),
      { status: "unknown", signOutPending: true, code: "server-error", gate: "unknown" },
      { status: "authenticated", signOutPending: false, error: null },
    ],
  },
  {
    name: "a sign-in takes the place of a sign-out",
    as: "ada",
    async run({ session, password }) {
      await session.ready;
      const leaving = ended(session.logout());
      const entering = ended(session.login({ email: "ada@example.com", password }));
      return [await leaving, await entering, session.snapshot.signOutPending];
    },
    expected: [failure("superseded", null, false), { value: "authenticated" }, false],
  },
  {
    name: "a read that failed keeps what is known, marked as stale; the next one that goes well lifts it",
    as: "ada",
    async run({ session, world }) {
      const { features, user } = await session.ready;
      const failed = await world.failing("refresh", "server-error", () => ended(session.refresh()));
      const { stale, error, status } = session.snapshot;
      const kept = session.snapshot.features === features && session.snapshot.user === user;
      const can = session.permissions.can("chat-history");
      const after = await session.refresh();
      return [
        failed,
        { status, stale, code: error?.code, kept, can },
        after.stale,
        after.features === features,
      ];
    },
    expected: [
      failure("server-error", 500, true),
      { status: "authenticated", stale: true, code: "server-error", kept: true, can: true },
      false,
      true,
    ],
  },
  {
    name: "another role wakes only who watches what changed, and what did not change keeps its identity",
    as: "ada",
    async run({ session, world }) {
      const before = (await session.ready).features;
      const changes = [];
      session.addEventListener("permissions-changed", ({ detail }) =>
        changes.push(...detail.changes.map(({ feature, current }) => [feature, current?.enabled ?? null])),
      );
      const signedIn = [];
      session.addEventListener("signed-in", () => signedIn.push("signed-in"));
      const told = Object.fromEntries(
        ["chat-history", "report-analysis", "scrum-team-agent"].map((name) => {
          const states = [];
          session.permissions.feature(name).subscribe((entry) => states.push(entry?.enabled ?? null));
          return [name, states];
        }),
      );
      const reports = [];
      session.gate({ feature: "report-analysis" }).subscribe((state) => reports.push(state));
      await world.role("expert");
      const { features, user } = session.snapshot;
      return [
        user.userType,
        plain(features),
        features["chat-history"] === before["chat-history"],
        changes.sort(),
        told,
        reports,
        signedIn,
      ];
    },
    expected: [
      "expert",
      FEATURES.expert,
      true,
      [
        ["chat-messages", true],
        ["report-analysis", true],
        ["scrum-team-agent", false],
      ],
      { "chat-history": [true], "report-analysis": [false, true], "scrum-team-agent": [null, false] },
      ["denied", "granted"],
      [],
    ],
  },
  {
    name: "a deactivated account is signed out with that reason, and the read rejects",
    as: "ada",
    async run({ session, world }) {
      await session.ready;
      const said = record(session);
      const failed = await world.failing("refresh", "account-deactivated", () => ended(session.refresh()));
      return [failed, session.snapshot.reason, said.slice(1)];
    },
    expected: [
      failure("account-deactivated", 401, false),
      "deactivated",
      ["unauthenticated", "signed-out deactivated", "permissions-changed"],
    ],
  },
  {
    name: "a gate asks for all that is given; what is not given is not granted",
    as: "ada",
    async run({ session }) {
      await session.ready;
      await session.roles();
      const state = (conditions) => thrown(() => session.gate(conditions).value);
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
    name: "the role catalogue is handed out frozen; of nobody it is asked in vain",
    as: "ada",
    async run({ session }) {
      await session.ready;
      const roles = await session.roles();
      await session.logout();
      return [plain(roles), isDeepFrozen(roles), await ended(session.roles())];
    },
    expected: [ROLES, true, failure("unauthenticated", 401, false)],
  },
  {
    name: "permissions are asked for by themselves, and are the same map where nothing changed",
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
        const outcome = await ended(session.fetch(input, init));
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
    name: "a sign-in link leads back only to where the deployment would lead",
    as: "nobody",
    async run({ session, origin }) {
      await session.ready;
      const url = (returnUrl) => thrown(() => session.sso.url({ returnUrl }).replace(origin, ""));
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
    name: "calls end where their signal does",
    as: "ada",
    async run({ session, password }) {
      await session.ready;
      const signal = AbortSignal.abort();
      const controller = new AbortController();
      const later = ended(session.refresh({ signal: controller.signal }));
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
      return Promise.all([later, ...calls.map(ended)]).then((all) => all.map(({ code }) => code));
    },
    expected: Array(7).fill("aborted"),
  },
  {
    name: "a closed session says unknown, once, with the error closed; every call rejects",
    as: "ada",
    async run({ session, password }) {
      await session.ready;
      const said = record(session);
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
      const codes = await Promise.all(calls.map(async (call) => (await ended(call)).code));
      return [said.slice(1), gates, [...new Set(codes)], thrown(() => session.sso.url())];
    },
    expected: [["unknown closed", "permissions-changed"], ["granted", "unknown"], ["closed"], "closed"],
  },
  {
    name: "listeners are told at once and in the turn; one that throws stops nobody; none is told after it left",
    as: "ada",
    async run({ session, uncaught }) {
      await session.ready;
      const heard = [];
      const { subscribe } = session;
      const errors = await uncaught(async () => {
        subscribe(() => {
          throw new Error("a listener's own");
        }).unsubscribe();
      });
      const stop = subscribe({ next: ({ status }) => heard.push(status) });
      const gone = subscribe(({ status }) => heard.push(`gone ${status}`));
      gone();
      gone.unsubscribe();
      await session.logout();
      stop.unsubscribe();
      const length = heard.length;
      await ended(session.refresh());
      const observable = Symbol.observable ?? "@@observable";
      return [
        heard.slice(0, 3),
        heard.length === length,
        errors,
        session[observable]().snapshot === session.snapshot,
      ];
    },
    expected: [["authenticated", "gone authenticated", "unauthenticated"], true, ["a listener's own"], true],
  },
  {
    name: "what is handed out cannot be changed, and nothing is granted by inheritance",
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
      ].map(thrown);
      Object.prototype.polluted = { enabled: true, limit: null };
      const polluted = session.permissions.can("polluted");
      delete Object.prototype.polluted;
      return [changes, polluted, session.permissions.can("__proto__"), session.permissions.can("toString")];
    },
    expected: [Array(5).fill("TypeError"), false, false, false],
  },
];
