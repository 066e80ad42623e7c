import { SessionProvider, useCan } from "../../../../../pkg/dist/react.js";
import { parsed } from "../clock.js";
import { permissionsOf, sessionBody } from "../features.js";
import { openSession } from "../libraries/platform-session.js";

export async function open(names) {
  const { session, answer } = await openSession(permissionsOf(names));
  return {
    Provider: ({ children }) => <SessionProvider session={session}>{children}</SessionProvider>,
    useOpen: (name) => useCan({ feature: name }),
    async change(turned) {
      answer(sessionBody(permissionsOf(names, turned)));
      await session.refresh();
      return parsed();
    },
  };
}
