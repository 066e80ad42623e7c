// The world of the double: the test itself.

import { COMPANY, FEATURES, ROLES } from "./facts.mjs";

const PEOPLE = { ada: { id: 1, email: "ada@example.com" }, grace: { id: 2, email: "grace@example.com" } };

export function doubleWorld({ createTestSession }, { as, options = () => ({}) }) {
  const given = { origin: "http://localhost", password: "correct horse battery staple", noted: [] };
  const { reauthenticate } = options({ ...given, enter: async (name) => session.signIn(PEOPLE[name]) });
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
      /** Returns what `act` gives while that call fails with this code. */
      async failing(call, code, act) {
        session.answer(call, code);
        const outcome = await act();
        session.answer(call, null);
        return outcome;
      },
      role: async (role) => session.signIn({ userType: role }, FEATURES[role]),
      another: async (name = "grace") => session.signIn(PEOPLE[name]),
      end: async () => session.signOut("ended"),
      endOnDeployment: async () => session.endOnDeployment(),
      expiring: async () => session.setExpiring(),
      /** Answers that many requests with 401, whether a user is signed in or not. */
      refusing: async (times) => {
        let left = times;
        session.answer("fetch", () => {
          left--;
          return Response.json({}, { status: left < 0 ? 200 : 401 });
        });
      },
      /** Delays the answers to requests by that much from here on, or gives none. */
      holding: async (ms) =>
        session.answer("fetch", async () => {
          await new Promise((resolve) => ms && setTimeout(resolve, ms));
          return Response.json({});
        }),
      /** Makes the bodies of answers come byte by byte, without an end. */
      streaming: async () =>
        session.answer("fetch", () => {
          const pull = async (controller) => {
            await new Promise((resolve) => setTimeout(resolve, 1));
            controller.enqueue(new Uint8Array(1));
          };
          return new Response(new ReadableStream({ pull }));
        }),
    },
    /** Returns the messages of the errors that `act` left uncaught. */
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
