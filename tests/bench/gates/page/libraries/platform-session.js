// The shipped package. A stub of `fetch` stands for the deployment, so that no network is measured.

import { createSession } from "/pkg/index.js";
import { parsed } from "../clock.js";
import { permissionsOf, sessionBody } from "../features.js";

/** Opens a signed-in session with these features. `answer` of the result sets the next answer: a text, or a status. */
export async function openSession(permissions) {
  let answer = sessionBody(permissions);
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    if (!String(input.url ?? input).endsWith("/api/auth/session")) return fetch(input, init);
    return typeof answer === "number"
      ? new Response(null, { status: answer })
      : new Response(answer, { headers: { "content-type": "application/json" } });
  };
  const session = createSession({ tabs: false, revalidate: { onFocus: false, onOnline: false } });
  await session.ready;
  // The entry has published the first answer. From here on, the module publishes.
  await session.refresh();
  return {
    session,
    answer: (next) => {
      answer = next;
    },
  };
}

export const checks = {
  async can(names) {
    const { session } = await openSession(permissionsOf(names));
    const { can } = session.permissions;
    return (index) => can(names[index]);
  },
  async granted(names) {
    const { session } = await openSession(permissionsOf(names));
    const gates = names.map((feature) => session.gate({ feature }));
    return (index) => gates[index].granted;
  },
};

/** Subscribes, and returns a function that makes a change and resolves with the time at which its answer was parsed. */
export async function watch(names, subscribers, listener) {
  const { session, answer } = await openSession(permissionsOf(names));
  for (const name of subscribers) session.gate({ feature: name }).subscribe(listener);
  return async (turned) => {
    answer(sessionBody(permissionsOf(names, turned)));
    await session.refresh();
    return parsed();
  };
}
