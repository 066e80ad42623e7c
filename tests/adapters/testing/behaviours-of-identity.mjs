// Behaviours: which user a session shows at the beginning, and after sign-ins, sign-outs, failed reads and changes of role.

import { COMPANY, FEATURES } from "./facts.mjs";
import { EVENTS, failure, isDeepFrozen, outcomeOf, plain, record } from "./seen.mjs";

/** The behaviours (`behaviours.mjs`). `as`: the user who is signed in when the session is created. */
export const IDENTITY = [
  {
    name: "where no user is signed in, the first known snapshot says so, and no event fires",
    as: "signed-out",
    async run({ session }) {
      const log = record(session);
      const first = await session.ready;
      const { status, user, reason, features } = session.snapshot;
      return [
        first === session.snapshot,
        (await session.settled) === first,
        { status, user, reason, features: Object.keys(features) },
        log.filter((entry) => EVENTS.includes(entry)),
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
    name: "where a user is signed in, user and features are deep-frozen, and inherit nothing",
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
        expiring: false,
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
    name: "login() shows the user with company and expiry, and calls only the listeners of what changed",
    as: "signed-out",
    async run({ session, password }) {
      await session.ready;
      const log = record(session);
      const gate = [];
      const reading = [];
      session.gate({ feature: "chat-history" }).subscribe((state) => gate.push(state));
      session.permissions.reading("no-such-feature").subscribe(({ state }) => reading.push(state));
      const snapshot = await session.login({ email: "ada@example.com", password });
      const { user, expiresAt } = snapshot;
      const inADay = Math.abs(expiresAt - Date.now() - 86_400_000) < 60_000;
      return [snapshot === session.snapshot, user.email, plain(user.company), inADay, log, gate, reading];
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
    name: "login() with a wrong or an empty password rejects with the reason, and changes nothing",
    as: "signed-out",
    async run({ session, world }) {
      const before = await session.ready;
      const wrong = await world.whileFailing("login", "invalid-credentials", () =>
        outcomeOf(session.login({ email: "ada@example.com", password: "wrong" })),
      );
      const empty = await outcomeOf(session.login({ email: "ada@example.com", password: "" }));
      return [wrong, empty, session.snapshot === before];
    },
    expected: [failure("invalid-credentials", 401, false), failure("missing-credentials", null, false), true],
  },
  {
    name: "logout() closes the gates at the call, is pending until it is confirmed, and fires one event",
    as: "ada",
    async run({ session }) {
      await session.ready;
      const log = record(session);
      const signingOut = session.logout();
      const { status, signOutPending } = session.snapshot;
      const can = session.permissions.can("chat-history");
      await signingOut;
      await outcomeOf(session.logout());
      const { reason, error } = session.snapshot;
      return [{ status, signOutPending, can }, session.snapshot.signOutPending, { reason, error }, log];
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
    name: "after a failed logout() the session is unknown and the sign-out pending, until the page calls refresh()",
    as: "ada",
    async run({ session, world }) {
      await session.ready;
      // The session repeats the sign-out by itself, so it must fail until the page has called `refresh()`.
      return await world.whileFailing("logout", "server-error", async () => {
        const failed = await outcomeOf(session.logout());
        const { status, signOutPending, error } = session.snapshot;
        const gate = session.gate({ feature: "chat-history" }).value;
        const found = await session.refresh();
        return [
          failed,
          { status, signOutPending, code: error?.code, gate },
          { status: found.status, signOutPending: found.signOutPending, error: found.error },
        ];
      });
    },
    expected: [
      failure("server-error", 500, true),
      { status: "unknown", signOutPending: true, code: "server-error", gate: "unknown" },
      { status: "authenticated", signOutPending: false, error: null },
    ],
  },
  {
    name: "login() supersedes a logout() under way",
    as: "ada",
    async run({ session, password }) {
      await session.ready;
      const signingOut = outcomeOf(session.logout());
      const signingIn = outcomeOf(session.login({ email: "ada@example.com", password }));
      return [await signingOut, await signingIn, session.snapshot.signOutPending];
    },
    expected: [failure("superseded", null, false), { value: "authenticated" }, false],
  },
  {
    name: "a failed read keeps user and features, and sets stale; the next successful read clears it",
    as: "ada",
    async run({ session, world }) {
      const { features, user } = await session.ready;
      // The session reads again by itself, so reads must fail for as long.
      const [failed, seen] = await world.whileFailing("refresh", "server-error", async () => {
        const failed = await outcomeOf(session.refresh());
        const { stale, error, status } = session.snapshot;
        const isSame = session.snapshot.features === features && session.snapshot.user === user;
        const can = session.permissions.can("chat-history");
        return [failed, { status, stale, code: error?.code, isSame, can }];
      });
      const after = await session.refresh();
      return [failed, seen, after.stale, after.features === features];
    },
    expected: [
      failure("server-error", 500, true),
      { status: "authenticated", stale: true, code: "server-error", isSame: true, can: true },
      false,
      true,
    ],
  },
  {
    name: "another role calls only the listeners of what changed, and what did not change stays the same object",
    as: "ada",
    async run({ session, world }) {
      const before = (await session.ready).features;
      const changes = [];
      session.addEventListener("permissions-changed", ({ detail }) =>
        changes.push(...detail.changes.map(({ feature, current }) => [feature, current?.enabled ?? null])),
      );
      const signedIn = [];
      session.addEventListener("signed-in", () => signedIn.push("signed-in"));
      const featureStates = Object.fromEntries(
        ["chat-history", "report-analysis", "scrum-team-agent"].map((name) => {
          const states = [];
          session.permissions.feature(name).subscribe((entry) => states.push(entry?.enabled ?? null));
          return [name, states];
        }),
      );
      const reports = [];
      session.gate({ feature: "report-analysis" }).subscribe((state) => reports.push(state));
      await world.changeRole("expert");
      const { features, user } = session.snapshot;
      return [
        user.userType,
        plain(features),
        features["chat-history"] === before["chat-history"],
        changes.sort(),
        featureStates,
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
      const log = record(session);
      const failed = await world.whileFailing("refresh", "account-deactivated", () =>
        outcomeOf(session.refresh()),
      );
      return [failed, session.snapshot.reason, log.slice(1)];
    },
    expected: [
      failure("account-deactivated", 401, false),
      "deactivated",
      ["unauthenticated", "signed-out deactivated", "permissions-changed"],
    ],
  },
];
