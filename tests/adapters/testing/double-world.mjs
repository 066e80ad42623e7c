// The world of the double: the test itself.

import { COMPANY, FEATURES, ROLES } from "./facts.mjs";

const PEOPLE = { ada: { id: 1, email: "ada@example.com" }, grace: { id: 2, email: "grace@example.com" } };

export function doubleWorld({ createTestSession }, as) {
  const session = createTestSession({
    status: as === "ada" ? "authenticated" : "unauthenticated",
    user: { email: "ada@example.com", name: "Ada Lovelace", company: COMPANY },
    features: FEATURES.default,
    roles: ROLES,
  });
  return {
    session,
    origin: "http://localhost",
    password: "correct horse battery staple",
    world: {
      /** What `act` gives while that call ends so. */
      async failing(call, code, act) {
        session.answer(call, code);
        const outcome = await act();
        session.answer(call, null);
        return outcome;
      },
      role: async (role) => session.signIn({ userType: role }, FEATURES[role]),
      another: async (name = "grace") => session.signIn(PEOPLE[name]),
      end: async () => session.signOut("ended"),
      /** Requests are answered that much later from here on, or never. */
      holding: async (ms) =>
        session.answer("fetch", async () => {
          await new Promise((resolve) => ms && setTimeout(resolve, ms));
          return Response.json({});
        }),
      /** The bodies of answers come byte by byte, and have no end. */
      streaming: async () =>
        session.answer("fetch", () => {
          const pull = async (controller) => {
            await new Promise((resolve) => setTimeout(resolve, 1));
            controller.enqueue(new Uint8Array(1));
          };
          return new Response(new ReadableStream({ pull }));
        }),
    },
    /** The messages of what `act` left uncaught. */
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
