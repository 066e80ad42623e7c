// The arguments of a behaviour's `run` for the double, which is its own deployment.

import { COMPANY, FEATURES, ROLES } from "./facts.mjs";

const USERS = { ada: { id: 1, email: "ada@example.com" }, grace: { id: 2, email: "grace@example.com" } };

export function doubleWorld({ createTestSession }, { as, options = () => ({}) }) {
  const given = { origin: "http://localhost", password: "correct horse battery staple", noted: [] };
  const { reauthenticate } = options({ ...given, signInBeside: async (name) => session.signIn(USERS[name]) });
  const session = createTestSession({
    reauthenticate,
    status: as === "ada" ? "authenticated" : "unauthenticated",
    user: { email: "ada@example.com", name: "Ada Lovelace", company: COMPANY },
    features: FEATURES.default,
    roles: ROLES,
  });
  return {
    ...given,
    session,
    world: {
      /** Resolves with the result of `act`, during which each such call fails with this code. */
      async whileFailing(call, code, act) {
        session.answer(call, code);
        const outcome = await act();
        session.answer(call, null);
        return outcome;
      },
      changeRole: async (role) => session.signIn({ userType: role }, FEATURES[role]),
      changeUser: async (name = "grace") => session.signIn(USERS[name]),
      endSession: async () => session.signOut("ended"),
      endOnDeployment: async () => session.endOnDeployment(),
      endSoon: async () => session.setExpiring(),
      /** Answers the next requests with 401, as many as `times`, even while a user is signed in. */
      refuseRequests: async (times) => {
        let left = times;
        session.answer("fetch", () => {
          left--;
          return Response.json({}, { status: left < 0 ? 200 : 401 });
        });
      },
      /** Delays the answers to requests from now on; without `ms` they never come. */
      holdAnswers: async (ms) =>
        session.answer("fetch", async () => {
          await new Promise((resolve) => ms && setTimeout(resolve, ms));
          return Response.json({});
        }),
      /** Makes the bodies of answers arrive byte by byte, without an end. */
      streamBodies: async () =>
        session.answer("fetch", () => {
          const pull = async (controller) => {
            await new Promise((resolve) => setTimeout(resolve, 1));
            controller.enqueue(new Uint8Array(1));
          };
          return new Response(new ReadableStream({ pull }));
        }),
    },
    /** Runs `act`, and returns the messages of the errors that it left uncaught. */
    async uncaught(act) {
      const messages = [];
      const { error } = console;
      console.error = ({ message }) => messages.push(message);
      try {
        await act();
      } finally {
        console.error = error;
      }
      return messages;
    },
  };
}
