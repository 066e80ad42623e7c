// Behaviours of the current identity: what ends it, and what ends with it.

import { ended } from "./seen.mjs";

const AGENTS = "/agent-hub-api/api/agent/list";

/** Records what listeners are told from here on; of each identity that ended, whether it was the one before, and is aborted. */
function recordIdentities(session) {
  const said = [];
  let before = session.identity;
  session.addEventListener("identity-ended", ({ detail }) => {
    const { key, signal } = before;
    said.push(`ended ${detail.key === key} ${signal.aborted} ${signal.reason?.code}`);
    before = session.identity;
  });
  let shown;
  session.subscribe(({ status, user }) => {
    const now = `${status} ${user?.id}`;
    if (shown !== now) said.push(status);
    shown = now;
  });
  session.addEventListener("signed-out", () => said.push("signed-out"));
  return said;
}

/** The behaviours (`behaviours.mjs`). `as`: the user who is signed in when the session is created. */
export const ONE_PERSON = [
  {
    name: "an identity ends at the call of a sign-out, once, before any listener hears of what comes next",
    as: "ada",
    async run({ session, password }) {
      await session.ready;
      const { identity } = session;
      const said = recordIdentities(session);
      const leaving = session.logout();
      const next = session.identity;
      await leaving;
      await session.refresh();
      const isSameWhileSignedOut = session.identity === next;
      await session.login({ email: "ada@example.com", password });
      return [
        said,
        Object.isFrozen(identity),
        [next !== identity, next.key !== identity.key, next.signal.aborted],
        isSameWhileSignedOut,
        session.identity === next,
      ];
    },
    expected: [
      ["authenticated", "ended true true superseded", "unauthenticated", "signed-out", "authenticated"],
      true,
      [true, true, false],
      true,
      true,
    ],
  },
  {
    name: "the signed-out identity becomes that of the first user who is shown",
    as: "signed-out",
    async run({ session, password }) {
      const { identity } = session;
      await session.ready;
      await session.login({ email: "ada@example.com", password });
      return [session.identity === identity, identity.signal.aborted];
    },
    expected: [true, false],
  },
  {
    name: "another role, an outage, and an end after which the same user signs in again leave an identity",
    as: "ada",
    async run({ session, world, password }) {
      await session.ready;
      const { identity } = session;
      const said = recordIdentities(session);
      await world.role("expert");
      await world.failing("refresh", "server-error", () => ended(session.refresh()));
      await world.end();
      const { reason } = session.snapshot;
      await session.login({ email: "ada@example.com", password });
      return [reason, said, session.identity === identity];
    },
    expected: ["ended", ["authenticated", "unauthenticated", "signed-out", "authenticated"], true],
  },
  {
    name: "another user ends an identity, also where a session has ended between",
    as: "ada",
    async run({ session, world }) {
      await session.ready;
      const said = recordIdentities(session);
      await world.another();
      const { identity } = session;
      await world.end();
      const isLeft = session.identity === identity;
      await world.another("ada");
      return [said, isLeft];
    },
    expected: [
      [
        "authenticated",
        "ended true true superseded",
        "authenticated",
        "unauthenticated",
        "signed-out",
        "ended true true superseded",
        "authenticated",
      ],
      true,
    ],
  },
  {
    name: "a request under way ends with the identity that made it",
    as: "ada",
    async run({ session, world }) {
      await session.ready;
      await world.holding();
      const atAnother = ended(session.fetch(AGENTS));
      await world.another();
      const first = await atAnother;
      await world.holding();
      const atSignOut = ended(session.fetch(AGENTS));
      const leaving = session.logout();
      const second = await atSignOut;
      await leaving;
      return [first.code, second.code];
    },
    expected: ["superseded", "superseded"],
  },
  {
    name: "a request with keepalive that has left goes on",
    as: "ada",
    async run({ session, world }) {
      await session.ready;
      await world.holding(1_000);
      const request = ended(session.fetch(AGENTS, { keepalive: true }));
      await world.another();
      return [session.identity.signal.aborted, (await request).value];
    },
    expected: [false, 200],
  },
  {
    name: "a body that streams ends with the identity that asked for it, and goes on with keepalive",
    as: "ada",
    async run({ session, world }) {
      await session.ready;
      await world.streaming();
      const { identity } = session;
      const begin = async (init) => {
        const reader = (await session.fetch(AGENTS, init)).body.getReader();
        await reader.read();
        return reader;
      };
      const readers = [await begin(), await begin({ keepalive: true })];
      await world.another();
      const [bound, outliving] = readers.map(async (reader) => {
        for (let left = 500; left > 0; left--) if ((await reader.read()).done) return "whole";
        await reader.cancel();
        return "goes on";
      });
      // The error with which a body ends is the browser's own: the identity's signal tells why.
      const isEnded = await bound.then(
        () => false,
        ({ name }) => ["AbortError", "SessionError"].includes(name),
      );
      return [isEnded, identity.signal.aborted, await ended(outliving)];
    },
    expected: [true, true, { value: "goes on" }],
  },
  {
    name: "a session's end leaves its requests, and close() ends identity and requests",
    as: "ada",
    async run({ session, world }) {
      await session.ready;
      const { identity } = session;
      const said = recordIdentities(session);
      await world.end();
      const isLeft = session.identity === identity && !identity.signal.aborted;
      await world.another("ada");
      await world.holding();
      const request = ended(session.fetch(AGENTS));
      session.close();
      return [isLeft, session.identity === identity, said, (await request).code];
    },
    expected: [
      true,
      false,
      [
        "authenticated",
        "unauthenticated",
        "signed-out",
        "authenticated",
        "ended true true superseded",
        "unknown",
      ],
      "closed",
    ],
  },
  {
    name: "each sign-out ends an identity",
    as: "ada",
    async run({ session }) {
      await session.ready;
      await session.logout();
      const { key } = session.identity;
      await ended(session.logout());
      return [session.identity.key !== key];
    },
    expected: [true],
  },
  {
    name: "roles that are asked for during the first sign-in resolve: no identity ends",
    as: "signed-out",
    async run({ session, password }) {
      await session.ready;
      const entering = ended(session.login({ email: "ada@example.com", password }));
      const { key } = session.identity;
      const asked = ended(session.roles());
      await entering;
      return [session.identity.key === key, (await asked).code ?? "resolved"];
    },
    expected: [true, "resolved"],
  },
  {
    name: "the caller's abort ends a body",
    as: "ada",
    async run({ session, world }) {
      await session.ready;
      await world.streaming();
      const own = new AbortController();
      const reader = (await session.fetch(AGENTS, { signal: own.signal })).body.getReader();
      await reader.read();
      own.abort("mine");
      for (;;) {
        const next = await reader.read().catch((error) => ({ done: true, error }));
        if (next.done) return [next.error ?? "whole"];
      }
    },
    expected: ["mine"],
  },
];
