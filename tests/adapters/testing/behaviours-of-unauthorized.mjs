// Behaviours of a session that the deployment has ended, which the page does not know yet: without `reauthenticate`.

import { EVENTS, ended, failure, record } from "./seen.mjs";

const AGENTS = "/agent-hub-api/api/agent/list";

/** Options by which a read follows a 401 at once. */
const options = () => ({ revalidate: { minIntervalMs: 0 } });

const shown = ({ snapshot }) => `${snapshot.status} ${snapshot.reason}`;

/** The behaviours (`behaviours.mjs`). `as`: the user who is signed in when the session is created. */
export const UNAUTHORIZED = [
  {
    name: "a session that the deployment has ended is shown until refresh() finds its end",
    as: "ada",
    async run({ session, world }) {
      await session.ready;
      const { identity } = session;
      const said = record(session);
      await world.endOnDeployment();
      const before = shown(session);
      await session.refresh();
      return [
        before,
        shown(session),
        said.filter((what) => EVENTS.includes(what.split(" ")[0])),
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
    name: "a request that meets the end is handed its 401, and the session has ended",
    as: "ada",
    options,
    async run({ session, world }) {
      await session.ready;
      await world.endOnDeployment();
      const { status } = await session.fetch(AGENTS);
      return [status, shown(session), (await session.fetch(AGENTS)).status];
    },
    expected: [401, "unauthenticated ended", 401],
  },
  {
    name: "roles and permissions that meet the end reject, and say which call it was",
    as: "ada",
    options,
    async run({ session, world }) {
      await session.ready;
      await world.endOnDeployment();
      const errors = [];
      const keep = (error) => errors.push([error.call, error.expected]);
      const calls = [session.permissions.refresh(), session.roles()];
      for (const call of calls) await call.catch(keep);
      return [errors, await ended(session.roles()), shown(session)];
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
    name: "a sign-in after the end brings requests back",
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
    name: "a token that is refused is dropped, and the request is repeated once",
    as: "signed-out",
    async run({ session, world, password }) {
      await session.ready;
      await session.login({ email: "ada@example.com", password });
      await world.refusing(1);
      const { status } = await session.fetch(AGENTS);
      await world.refusing(1);
      return [status, (await session.fetch(AGENTS)).status, session.snapshot.status];
    },
    expected: [200, 401, "authenticated"],
  },
  {
    name: "a request of an identity is a request of the session until that ends; then it sends nothing",
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
    name: "a session that ends soon says so, by an event and for those who begin after it",
    as: "signed-out",
    options: () => ({ expiringMs: 86_400_000 }),
    async run({ session, world, password }) {
      await session.ready;
      const before = session.snapshot.expiring;
      const warned = new Promise((resolve) =>
        session.addEventListener("expiring", ({ detail }) => resolve(detail)),
      );
      await session.login({ email: "ada@example.com", password });
      await world.expiring();
      const { expiresAt } = await warned;
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
