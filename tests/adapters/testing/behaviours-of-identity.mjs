// Behaviours: which user is shown, at the beginning, after sign-ins, sign-outs, reads that fail, and changes of role.

import { COMPANY, FEATURES } from "./facts.mjs";
import { EVENTS, ended, failure, isDeepFrozen, plain, record } from "./seen.mjs";

/** The behaviours (`behaviours.mjs`). `as`: the user who is signed in when the session is created. */
export const IDENTITY = [
  {
    name: "no user is signed in: the first snapshot that is known says so, and no event",
    as: "signed-out",
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
    name: "a user is signed in: user and features, deep-frozen, with nothing inherited",
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
    name: "a sign-in shows the user at once, with company and end, and calls the listeners of what changed",
    as: "signed-out",
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
    as: "signed-out",
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
    name: "a sign-out that failed leaves the session unknown and pending, until the page refreshes it",
    as: "ada",
    async run({ session, world }) {
      await session.ready;
      // The sign-out is sent again by itself, and fails until the page has called `refresh()`.
      return await world.failing("logout", "server-error", async () => {
        const failed = await ended(session.logout());
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
      // The session is read again by itself, and that fails for as long.
      const [failed, seen] = await world.failing("refresh", "server-error", async () => {
        const failed = await ended(session.refresh());
        const { stale, error, status } = session.snapshot;
        const kept = session.snapshot.features === features && session.snapshot.user === user;
        const can = session.permissions.can("chat-history");
        return [failed, { status, stale, code: error?.code, kept, can }];
      });
      const after = await session.refresh();
      return [failed, seen, after.stale, after.features === features];
    },
    expected: [
      failure("server-error", 500, true),
      { status: "authenticated", stale: true, code: "server-error", kept: true, can: true },
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
];
