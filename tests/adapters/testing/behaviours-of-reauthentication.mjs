// Behaviours of a 401 with the option `reauthenticate`, from the request to its outcome.

import { createReauthentication } from "../../../pkg/dist/reauthentication.js";
import { ended } from "./seen.mjs";

const AGENTS = "/agent-hub-api/api/agent/list";
const revalidate = { minIntervalMs: 0 };

/** Options with a `reauthenticate` that calls `act` with its own arguments. */
const by = (act) => (given) => ({
  revalidate,
  reauthenticate: async (session, { reason, user }) => {
    given.noted.push([reason, user?.email ?? null]);
    await act(session, given);
  },
});

const login = (session, { password }, email = "ada@example.com") => session.login({ email, password });

/** Records the states that a guard sees from here on, each once in a row. */
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

/** Sends requests of each kind. Those for permissions and roles are sent anew where the session ends under way, and count as sent after that. */
const requestsOfEachKind = (session) => [...fetches(session), session.permissions.refresh(), session.roles()];

/** Ends the session on the deployment, and returns how requests end then, and what a guard sees. */
async function meetTheEnd({ session, world }, requests = fetches) {
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

/** Options with the `reauthenticate` of a value that the page shows, and answers once. */
const shownBy = (given) => {
  const reauthentication = createReauthentication();
  given.noted.push(reauthentication);
  return { revalidate, reauthenticate: reauthentication.reauthenticate };
};

const request = ({ noted: [reauthentication] }) =>
  new Promise((resolve) => reauthentication.subscribe((value) => value && resolve(value)));

/** The behaviours (`behaviours.mjs`). `as`: the user who is signed in when the session is created. */
export const REAUTHENTICATION = [
  {
    name: "one sign-in again serves all requests that met the end: each is repeated, and no guard sees the end alone",
    as: "ada",
    options: by(login),
    async run(given) {
      const { identity } = given.session;
      const { outcomes, seen } = await meetTheEnd(given, requestsOfEachKind);
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
    name: "calls through the session that is given there wait for nothing and are handed their 401",
    as: "ada",
    options: by(async (session, given) => {
      given.noted.push(await status(session.fetch(AGENTS)));
      given.noted.push(await status(session.identity.fetch(AGENTS)));
      given.noted.push((await ended(session.roles())).code);
      given.noted.push((await ended(session.permissions.refresh())).code);
      given.noted.push(session.snapshot.reauthenticating);
      await login(session, given);
      given.noted.push(await status(session.fetch(AGENTS)));
    }),
    async run(given) {
      const { outcomes } = await meetTheEnd(given, requestsOfEachKind);
      return [outcomes, given.noted];
    },
    expected: [
      [200, 200, "resolved", "resolved"],
      [["ended", "ada@example.com"], 401, 401, "unauthenticated", "unauthenticated", true, 200],
    ],
  },
  {
    name: "where it rejects, all are handed their 401; a later request asks again",
    as: "ada",
    options: by(() => Promise.reject(new Error("given up"))),
    async run(given) {
      const { outcomes, seen } = await meetTheEnd(given);
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
    name: "where another user signs in, the requests are superseded and the identity has ended",
    as: "ada",
    options: by((_, { enter }) => enter("grace")),
    async run(given) {
      const { session } = given;
      const { identity } = session;
      const { outcomes } = await meetTheEnd(given);
      const { user, reauthenticating } = session.snapshot;
      return [outcomes, identity.signal.aborted, user.email, reauthenticating];
    },
    expected: [["superseded", "superseded"], true, "grace@example.com", false],
  },
  {
    name: "where it resolves and no user is signed in, the requests get their 401 and the session has ended",
    as: "ada",
    options: by(() => {}),
    async run(given) {
      const { session } = given;
      const { outcomes } = await meetTheEnd(given);
      return [outcomes, session.snapshot.reason, given.noted.length];
    },
    expected: [[401, 401], "ended", 1],
  },
  {
    name: "where the user signs in by a request of the page's own, the read finds it",
    as: "ada",
    options: by((_, { enter }) => enter("ada")),
    async run(given) {
      const { outcomes } = await meetTheEnd(given);
      return [outcomes, given.session.snapshot.status];
    },
    expected: [[200, 200], "authenticated"],
  },
  {
    name: "a sign-out while it waits supersedes the requests, and after it nothing is asked for",
    as: "ada",
    options: by(() => new Promise(() => {})),
    async run(given) {
      const { session, world } = given;
      await session.ready;
      await world.endOnDeployment();
      const waiting = ended(session.fetch(AGENTS));
      await new Promise((resolve) =>
        session.subscribe(({ reauthenticating }) => reauthenticating && setTimeout(resolve)),
      );
      await session.logout();
      const { code } = await waiting;
      const { reauthenticating } = session.snapshot;
      return [code, reauthenticating, (await ended(session.roles())).code, given.noted.length];
    },
    expected: ["superseded", false, "unauthenticated", 1],
  },
  {
    name: "where no user was signed in to begin with, it is told of none",
    as: "signed-out",
    options: by(login),
    async run({ session, noted }) {
      await session.ready;
      return [(await session.roles()).length > 0, noted];
    },
    expected: [true, [["ended", null]]],
  },
  {
    name: "a signed-in page without a token is asked for one, and the request is repeated once",
    as: "ada",
    options: by(login),
    async run({ session, world, noted }) {
      await session.ready;
      await world.refusing(1);
      const repeated = await status(session.fetch(AGENTS));
      await world.refusing(9);
      // The session holds a token by now, which is dropped first.
      return [repeated, await status(session.fetch(AGENTS)), noted];
    },
    expected: [200, 401, [["bearer", "ada@example.com"]]],
  },
  {
    name: "where the read fails, a 401 is handed on and nothing is asked for",
    as: "ada",
    options: by(login),
    async run({ session, world, noted }) {
      await session.ready;
      await world.endOnDeployment();
      const seen = await world.failing("refresh", "server-error", async () => {
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
    name: "createReauthentication() asks until the right password is given",
    as: "ada",
    options: shownBy,
    async run(given) {
      const { session, world, password, noted } = given;
      await session.ready;
      await world.endOnDeployment();
      const saved = status(session.fetch(AGENTS));
      const { login, reason, user } = await request(given);
      const email = "ada@example.com";
      const wrong = await world.failing("login", "invalid-credentials", () =>
        ended(login({ email, password: "wrong" })),
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
    name: "createReauthentication() hands the 401 on where the user gives up, and ends where the identity ends",
    as: "ada",
    options: shownBy,
    async run(given) {
      const { session, world, noted } = given;
      await session.ready;
      await world.endOnDeployment();
      const first = status(session.fetch(AGENTS));
      (await request(given)).cancel();
      const cancelled = await first;
      const second = ended(session.fetch(AGENTS));
      const open = await request(given);
      await session.logout();
      const late = await ended(open.login({ email: "ada@example.com", password: "wrong" }));
      return [cancelled, (await second).code, noted[0].value, late.code];
    },
    expected: [401, "superseded", null, "superseded"],
  },
];
