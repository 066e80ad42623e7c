import * as platformSession from "platform-session";
import { useCan, useGateState, useIdentity, usePermission, useSession } from "platform-session/react";
import { useLayoutEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { install } from "../page.js";
import { App, hold } from "./react-view.jsx";

const feature = "report-analysis";

let committed;

/** What the hooks said as React committed last. */
function Values() {
  const { user, status } = useSession();
  const can = useCan({ feature });
  const state = useGateState({ feature });
  const { state: reading } = usePermission(feature);
  const { key } = useIdentity();
  useLayoutEffect(() => {
    committed = { user: user?.name ?? null, status, can, state, reading, key };
    return () => {
      committed = undefined;
    };
  });
  return null;
}

const app = (session) => (
  <App session={session}>
    <Values />
  </App>
);

let root;

install(platformSession, {
  mount(session, place) {
    root = createRoot(place);
    root.render(app(session));
  },
  unmount: () => root.unmount(),
  hydrate: (session, place) => void hydrateRoot(place, app(session)),
  hold: () => hold(),
  committed: () => committed,
});
