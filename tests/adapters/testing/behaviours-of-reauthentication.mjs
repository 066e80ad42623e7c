// Behaviours of requests that meet the session's end, with the option `reauthenticate`.

import { createReauthentication } from "../../../pkg/dist/reauthentication.js";
import { outcomeOf } from "./seen.mjs";

const AGENTS = "/agent-hub-api/api/agent/list";
const revalidate = { minIntervalMs: 0 };

/** Returns `options` of a behaviour, with a `reauthenticate` that notes why and for which user it was called, and then calls `act(session, given)`. */
const reauthenticateBy = (act) => (given) => ({
  revalidate,
  reauthenticate: async (session, { reason, user }) => {
    given.noted.push([reason, user?.email ?? null]);
    await act(session, given);
  },
});

const login = (session, { password }, email = "ada@example.com") => session.login({ email, password });

/** Records the states that a router's guard would see from now on, without repetitions. */
function watch(session) {
  const seen = [];
  session.subscribe(({ status, reason, reauthenticating }) => {
    const now = [status, reason, reauthenticating && "reauthenticating"].filter(Boolean).join(" ");
    if (seen.at(-1) !== now) seen.push(now);
  });
  return seen;
}

const status = async (request) => (await request).status;

const fetches = ({ fetch }) => [fetch(AGENTS), fetch(AGENTS)];

/** Sends requests of each kind. Where the session ends meanwhile, those for permissions and roles are sent anew, and count as sent after the end. */
const requestsOfEachKind = (session) => [...fetches(session), session.permissions.refresh(), session.roles()];

/** Ends the session on the deployment, sends `requests`, and returns their outcomes and the states that a guard sees. */
async function sendAfterEnd({ session, world }, requests = fetches) {
  await session.ready;
  const seen = watch(session);
  await world.endOnDeployment();
  const calls = requests(session);
  const outcomes = await Promise.all(
    calls.map((call) =>
      call.then(
        ({ status }) => status ?? "resolved",
        ({ code }) => code,
      ),
    ),
  );
  return { outcomes, seen };
}

/** `options` of a behaviour with the `reauthenticate` of `createReauthentication()`, which is noted. */
const byReauthentication = (given) => {
  const reauthentication = createReauthentication();
  given.noted.push(reauthentication);
  return { revalidate, reauthenticate: reauthentication.reauthenticate };
};

/** Resolves with the request to sign in again, as soon as one is open. */
const openRequest = ({ noted: [reauthentication] }) =>
  new Promise((resolve) => reauthentication.subscribe((value) => value && resolve(value)));

/** The behaviours (`behaviours.mjs`). `as`: the user who is signed in when the session is created. */
export const REAUTHENTICATION = [
  {
    name: "one new sign-in repeats all requests that met the session's end, and no guard sees the end without `reauthenticating`",
    as: "ada",
    options: reauthenticateBy(login),
    async run(given) {
      const { identity } = given.session;
      const { outcomes, seen } = await sendAfterEnd(given, requestsOfEachKind);
      return [outcomes, seen, given.noted, given.session.identity === identity];
    },
    expected: [
      [200, 200, "resolved", "resolved"],
      [
        "authenticated",
        "unauthenticated ended reauthenticating",
        "authenticated reauthenticating",
        "authenticated",
      ],
      [["ended", "ada@example.com"]],
      true,
    ],
  },
  {
    name: "calls on the session that `reauthenticate` gets do not wait, and get their 401",
    as: "ada",
    options: reauthenticateBy(async (session, given) => {
      given.noted.push(await status(session.fetch(AGENTS)));
      given.noted.push(await status(session.identity.fetch(AGENTS)));
      given.noted.push((await outcomeOf(session.roles())).code);
      given.noted.push((await outcomeOf(session.permissions.refresh())).code);
      given.noted.push(session.snapshot.reauthenticating);
      await login(session, given);
      given.noted.push(await status(session.fetch(AGENTS)));
    }),
    async run(given) {
      const { outcomes } = await sendAfterEnd(given, requestsOfEachKind);
      return [outcomes, given.noted];
    },
    expected: [
      [200, 200, "resolved", "resolved"],
      [["ended", "ada@example.com"], 401, 401, "unauthenticated", "unauthenticated", true, 200],
    ],
  },
  {
    name: "where `reauthenticate` rejects, all requests get their 401, and a later request calls it again",
    as: "ada",
    options: reauthenticateBy(() => Promise.reject(new Error("given up"))),
    async run(given) {
      const { outcomes, seen } = await sendAfterEnd(given);
      const later = await status(given.session.fetch(AGENTS));
      return [outcomes, seen.slice(0, 3), later, given.noted.length];
    },
    expected: [
      [401, 401],
      ["authenticated", "unauthenticated ended reauthenticating", "unauthenticated ended"],
      401,
      2,
    ],
  },
  {
    name: "where another user signs in within `reauthenticate`, the requests are superseded and the identity has ended",
    as: "ada",
    options: reauthenticateBy((_, { signInBeside }) => signInBeside("grace")),
    async run(given) {
      const { session } = given;
      const { identity } = session;
      const { outcomes } = await sendAfterEnd(given);
      const { user, reauthenticating } = session.snapshot;
      return [outcomes, identity.signal.aborted, user.email, reauthenticating];
    },
    expected: [["superseded", "superseded"], true, "grace@example.com", false],
  },
  {
    name: "where `reauthenticate` resolves without a sign-in, the requests get their 401 and the session has ended",
    as: "ada",
    options: reauthenticateBy(() => {}),
    async run(given) {
      const { session } = given;
      const { outcomes } = await sendAfterEnd(given);
      return [outcomes, session.snapshot.reason, given.noted.length];
    },
    expected: [[401, 401], "ended", 1],
  },
  {
    name: "where the page signs the user in by a request of its own, the read after `reauthenticate` finds it",
    as: "ada",
    options: reauthenticateBy((_, { signInBeside }) => signInBeside("ada")),
    async run(given) {
      const { outcomes } = await sendAfterEnd(given);
      return [outcomes, given.session.snapshot.status];
    },
    expected: [[200, 200], "authenticated"],
  },
  {
    name: "logout() during `reauthenticate` supersedes the requests, and later ones do not call it",
    as: "ada",
    options: reauthenticateBy(() => new Promise(() => {})),
    async run(given) {
      const { session, world } = given;
      await session.ready;
      await world.endOnDeployment();
      const waiting = outcomeOf(session.fetch(AGENTS));
      await new Promise((resolve) =>
        session.subscribe(({ reauthenticating }) => reauthenticating && setTimeout(resolve)),
      );
      await session.logout();
      const { code } = await waiting;
      const { reauthenticating } = session.snapshot;
      return [code, reauthenticating, (await outcomeOf(session.roles())).code, given.noted.length];
    },
    expected: ["superseded", false, "unauthenticated", 1],
  },
  {
    name: "where no user was signed in before, `reauthenticate` gets no user",
    as: "signed-out",
    options: reauthenticateBy(login),
    async run({ session, noted }) {
      await session.ready;
      return [(await session.roles()).length > 0, noted];
    },
    expected: [true, [["ended", null]]],
  },
  {
    name: "where a signed-in page lacks a bearer token, `reauthenticate` is called for it, and the request is repeated once",
    as: "ada",
    options: reauthenticateBy(login),
    async run({ session, world, noted }) {
      await session.ready;
      await world.refuseRequests(1);
      const repeated = await status(session.fetch(AGENTS));
      await world.refuseRequests(9);
      // The session has a token now, which it drops at the first 401.
      return [repeated, await status(session.fetch(AGENTS)), noted];
    },
    expected: [200, 401, [["bearer", "ada@example.com"]]],
  },
  {
    name: "where the read after a 401 fails, the request gets its 401, and `reauthenticate` is not called",
    as: "ada",
    options: reauthenticateBy(login),
    async run({ session, world, noted }) {
      await session.ready;
      await world.endOnDeployment();
      const seen = await world.whileFailing("refresh", "server-error", async () => {
        const answered = await status(session.fetch(AGENTS));
        const { status: shown, stale, error } = session.snapshot;
        return [answered, shown, stale, error.code, error.call];
      });
      const { reason } = await session.refresh();
      return [seen, noted, reason];
    },
    expected: [[401, "authenticated", true, "server-error", "read"], [], "ended"],
  },
  {
    name: "a request of createReauthentication() stays open until the right password is given",
    as: "ada",
    options: byReauthentication,
    async run(given) {
      const { session, world, password, noted } = given;
      await session.ready;
      await world.endOnDeployment();
      const saved = status(session.fetch(AGENTS));
      const { login, reason, user } = await openRequest(given);
      const email = "ada@example.com";
      const wrong = await world.whileFailing("login", "invalid-credentials", () =>
        outcomeOf(login({ email, password: "wrong" })),
      );
      const isStillAsked = noted[0].value !== null;
      const snapshot = await login({ email, password });
      return [
        [reason, user.email],
        wrong.code,
        isStillAsked,
        snapshot.status,
        await saved,
        noted[0].value,
        session.snapshot.reauthenticating,
      ];
    },
    expected: [["ended", "ada@example.com"], "invalid-credentials", true, "authenticated", 200, null, false],
  },
  {
    name: "a request of createReauthentication() ends where the user gives up, which gives the 401, and where the identity ends",
    as: "ada",
    options: byReauthentication,
    async run(given) {
      const { session, world, noted } = given;
      await session.ready;
      await world.endOnDeployment();
      const first = status(session.fetch(AGENTS));
      (await openRequest(given)).cancel();
      const cancelled = await first;
      const second = outcomeOf(session.fetch(AGENTS));
      const open = await openRequest(given);
      await session.logout();
      const late = await outcomeOf(open.login({ email: "ada@example.com", password: "wrong" }));
      return [cancelled, (await second).code, noted[0].value, late.code];
    },
    expected: [401, "superseded", null, "superseded"],
  },
];
