import * as platformSession from "platform-session";
import {
  useCan,
  useGate,
  useGateState,
  useIdentity,
  usePermission,
  usePermissions,
  useSession,
} from "platform-session/react";
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
  const { granted } = useGate({ feature });
  const permissions = usePermissions();
  useLayoutEffect(() => {
    committed = {
      user: user?.name ?? null,
      status,
      can,
      state,
      reading,
      key,
      granted,
      allowed: permissions.can(feature),
      allowedState: permissions.state(feature),
      listed: Object.keys(permissions.features).length,
    };
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
