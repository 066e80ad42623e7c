// Behaviours of a session that the deployment has ended and whose page does not know it yet, without `reauthenticate`.

import { EVENTS, failure, outcomeOf, record } from "./seen.mjs";

const AGENTS = "/agent-hub-api/api/agent/list";

/** Options with which the session reads at once after a 401. */
const options = () => ({ revalidate: { minIntervalMs: 0 } });

const stateOf = ({ snapshot }) => `${snapshot.status} ${snapshot.reason}`;

/** The behaviours (`behaviours.mjs`). `as`: the user who is signed in when the session is created. */
export const UNAUTHORIZED = [
  {
    name: "a session that the deployment has ended is shown until refresh() finds its end",
    as: "ada",
    async run({ session, world }) {
      await session.ready;
      const { identity } = session;
      const log = record(session);
      await world.endOnDeployment();
      const before = stateOf(session);
      await session.refresh();
      return [
        before,
        stateOf(session),
        log.filter((entry) => EVENTS.includes(entry.split(" ")[0])),
        session.identity === identity,
      ];
    },
    expected: [
      "authenticated null",
      "unauthenticated ended",
      ["signed-out ended", "permissions-changed"],
      true,
    ],
  },
  {
    name: "a request that meets the session's end gets its 401, and the session has ended",
    as: "ada",
    options,
    async run({ session, world }) {
      await session.ready;
      await world.endOnDeployment();
      const { status } = await session.fetch(AGENTS);
      return [status, stateOf(session), (await session.fetch(AGENTS)).status];
    },
    expected: [401, "unauthenticated ended", 401],
  },
  {
    name: "roles() and permissions.refresh() that meet the session's end reject, and name the call",
    as: "ada",
    options,
    async run({ session, world }) {
      await session.ready;
      await world.endOnDeployment();
      const errors = [];
      const addError = (error) => errors.push([error.call, error.expected]);
      const calls = [session.permissions.refresh(), session.roles()];
      for (const call of calls) await call.catch(addError);
      return [errors, await outcomeOf(session.roles()), stateOf(session)];
    },
    expected: [
      [
        ["permissions.refresh", false],
        ["roles", false],
      ],
      failure("unauthenticated", 401, false),
      "unauthenticated ended",
    ],
  },
  {
    name: "after the session's end a sign-in of the same user makes requests succeed again, with the same identity",
    as: "ada",
    async run({ session, world, password }) {
      await session.ready;
      const { identity } = session;
      await world.endOnDeployment();
      await session.refresh();
      await session.login({ email: "ada@example.com", password });
      return [(await session.fetch(AGENTS)).status, session.identity === identity];
    },
    expected: [200, true],
  },
  {
    name: "a request that is answered 401 drops the token, and is repeated once",
    as: "signed-out",
    async run({ session, world, password }) {
      await session.ready;
      await session.login({ email: "ada@example.com", password });
      await world.refuseRequests(1);
      const { status } = await session.fetch(AGENTS);
      await world.refuseRequests(1);
      return [status, (await session.fetch(AGENTS)).status, session.snapshot.status];
    },
    expected: [200, 401, "authenticated"],
  },
  {
    name: "identity.fetch() sends requests of the session until the identity ends, and none afterwards",
    as: "ada",
    async run({ session }) {
      await session.ready;
      const { identity } = session;
      const { fetch } = identity;
      const { status } = await fetch(AGENTS);
      const isTheSame = session.identity.fetch === fetch;
      await session.logout();
      const error = await fetch(AGENTS).catch((error) => error);
      return [status, isTheSame, session.identity.fetch !== fetch, [error.code, error.call, error.expected]];
    },
    expected: [200, true, true, ["superseded", "fetch", true]],
  },
  {
    name: "a session that ends soon fires the event expiring, and its snapshot says so",
    as: "signed-out",
    options: () => ({ expiringMs: 86_400_000 }),
    async run({ session, world, password }) {
      await session.ready;
      const before = session.snapshot.expiring;
      const expiringEvent = new Promise((resolve) =>
        session.addEventListener("expiring", ({ detail }) => resolve(detail)),
      );
      await session.login({ email: "ada@example.com", password });
      await world.endSoon();
      const { expiresAt } = await expiringEvent;
      const { expiring, status } = session.snapshot;
      const isTheSame = expiresAt === session.snapshot.expiresAt;
      await session.refresh();
      const after = session.snapshot.expiring;
      await session.logout();
      return [before, status, expiring, isTheSame, after, session.snapshot.expiring];
    },
    expected: [false, "authenticated", true, true, true, false],
  },
];
