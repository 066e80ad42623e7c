// Behaviours of the current identity: what ends it, and what ends with it.

import { outcomeOf } from "./seen.mjs";

const AGENTS = "/agent-hub-api/api/agent/list";

/**
 * Records events and changes of the session from now on. The entry for an ended identity says whether it was the last one, whether it is
 * aborted, and the code of the reason.
 */
function recordIdentities(session) {
  const log = [];
  let last = session.identity;
  session.addEventListener("identity-ended", ({ detail }) => {
    const { key, signal } = last;
    log.push(`ended ${detail.key === key} ${signal.aborted} ${signal.reason?.code}`);
    last = session.identity;
  });
  let shown;
  session.subscribe(({ status, user }) => {
    const now = `${status} ${user?.id}`;
    if (shown !== now) log.push(status);
    shown = now;
  });
  session.addEventListener("signed-out", () => log.push("signed-out"));
  return log;
}

/** The behaviours (`behaviours.mjs`). `as`: the user who is signed in when the session is created. */
export const ONE_PERSON = [
  {
    name: "an identity ends at the call of logout(), once, before any listener is called with the next snapshot",
    as: "ada",
    async run({ session, password }) {
      await session.ready;
      const { identity } = session;
      const log = recordIdentities(session);
      const signingOut = session.logout();
      const next = session.identity;
      await signingOut;
      await session.refresh();
      const isSameWhileSignedOut = session.identity === next;
      await session.login({ email: "ada@example.com", password });
      return [
        log,
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
    name: "an identity outlives another role, an outage, and the session's end before the same user's sign-in",
    as: "ada",
    async run({ session, world, password }) {
      await session.ready;
      const { identity } = session;
      const log = recordIdentities(session);
      await world.changeRole("expert");
      await world.whileFailing("refresh", "server-error", () => outcomeOf(session.refresh()));
      await world.endSession();
      const { reason } = session.snapshot;
      await session.login({ email: "ada@example.com", password });
      return [reason, log, session.identity === identity];
    },
    expected: ["ended", ["authenticated", "unauthenticated", "signed-out", "authenticated"], true],
  },
  {
    name: "another user ends an identity, even where the session has ended in between",
    as: "ada",
    async run({ session, world }) {
      await session.ready;
      const log = recordIdentities(session);
      await world.changeUser();
      const { identity } = session;
      await world.endSession();
      const isSame = session.identity === identity;
      await world.changeUser("ada");
      return [log, isSame];
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
    name: "a request under way is superseded at the end of its identity",
    as: "ada",
    async run({ session, world }) {
      await session.ready;
      await world.holdAnswers();
      const endedByUser = outcomeOf(session.fetch(AGENTS));
      await world.changeUser();
      const first = await endedByUser;
      await world.holdAnswers();
      const endedBySignOut = outcomeOf(session.fetch(AGENTS));
      const signingOut = session.logout();
      const second = await endedBySignOut;
      await signingOut;
      return [first.code, second.code];
    },
    expected: ["superseded", "superseded"],
  },
  {
    name: "a request with keepalive that was sent outlives its identity",
    as: "ada",
    async run({ session, world }) {
      await session.ready;
      await world.holdAnswers(1_000);
      const request = outcomeOf(session.fetch(AGENTS, { keepalive: true }));
      await world.changeUser();
      return [session.identity.signal.aborted, (await request).value];
    },
    expected: [false, 200],
  },
  {
    name: "a streaming body ends with its identity, but not with keepalive",
    as: "ada",
    async run({ session, world }) {
      await session.ready;
      await world.streamBodies();
      const { identity } = session;
      const openReader = async (init) => {
        const reader = (await session.fetch(AGENTS, init)).body.getReader();
        await reader.read();
        return reader;
      };
      const readers = [await openReader(), await openReader({ keepalive: true })];
      await world.changeUser();
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
      return [isEnded, identity.signal.aborted, await outcomeOf(outliving)];
    },
    expected: [true, true, { value: "goes on" }],
  },
  {
    name: "the session's end leaves its identity, and close() ends the identity and its requests",
    as: "ada",
    async run({ session, world }) {
      await session.ready;
      const { identity } = session;
      const log = recordIdentities(session);
      await world.endSession();
      const isSame = session.identity === identity && !identity.signal.aborted;
      await world.changeUser("ada");
      await world.holdAnswers();
      const request = outcomeOf(session.fetch(AGENTS));
      session.close();
      return [isSame, session.identity === identity, log, (await request).code];
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
      await outcomeOf(session.logout());
      return [session.identity.key !== key];
    },
    expected: [true],
  },
  {
    name: "roles() called during the first sign-in resolves, as no identity ends",
    as: "signed-out",
    async run({ session, password }) {
      await session.ready;
      const signingIn = outcomeOf(session.login({ email: "ada@example.com", password }));
      const { key } = session.identity;
      const roles = outcomeOf(session.roles());
      await signingIn;
      return [session.identity.key === key, (await roles).code ?? "resolved"];
    },
    expected: [true, "resolved"],
  },
  {
    name: "the caller's abort ends a streaming body with the caller's reason",
    as: "ada",
    async run({ session, world }) {
      await session.ready;
      await world.streamBodies();
      const controller = new AbortController();
      const reader = (await session.fetch(AGENTS, { signal: controller.signal })).body.getReader();
      await reader.read();
      controller.abort("mine");
      for (;;) {
        const next = await reader.read().catch((error) => ({ done: true, error }));
        if (next.done) return [next.error ?? "whole"];
      }
    },
    expected: ["mine"],
  },
];
