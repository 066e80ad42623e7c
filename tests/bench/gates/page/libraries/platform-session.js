// The package as it is shipped. Its deployment is a stub of `fetch` in this page: no network is measured.

import { createSession } from "/pkg/index.js";
import { parsed } from "../clock.js";
import { permissionsOf, sessionBody } from "../features.js";

/** A session that is signed in with these features. `answer` sets what the next read is told: a text, or a status. */
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
  // The first answer is shown by the entry. From here on it is the module that publishes.
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

/** `change` resolves with when the answer was parsed. */
export async function watch(names, subscribers, told) {
  const { session, answer } = await openSession(permissionsOf(names));
  for (const name of subscribers) session.gate({ feature: name }).subscribe(told);
  return async (turned) => {
    answer(sessionBody(permissionsOf(names, turned)));
    await session.refresh();
    return parsed();
  };
}
