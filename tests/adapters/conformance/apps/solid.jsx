import * as platformSession from "platform-session";
import {
  useCan,
  useGate,
  useGateState,
  useIdentity,
  usePermission,
  usePermissions,
  useSession,
} from "platform-session/solid";
import { createComputed, createEffect, createMemo, createRenderEffect, on, onCleanup } from "solid-js";
import { hydrate, render } from "solid-js/web";
import { check, install } from "../page.js";
import { App, hold } from "./solid-view.jsx";

const feature = "report-analysis";

let values;

/** What the accessors say, also to the computations that Solid runs in a change. */
function Values() {
  const session = useSession();
  const can = useCan({ feature });
  const state = useGateState({ feature });
  const reading = usePermission(feature);
  const identity = useIdentity();
  const gate = useGate({ feature });
  const permissions = usePermissions();
  const own = () => ({
    user: session().user?.name ?? null,
    status: session().status,
    can: can(),
    state: state(),
    reading: reading().state,
    key: identity().key,
    granted: gate().granted,
    allowed: permissions.can(feature),
    allowedState: permissions.state(feature),
    listed: Object.keys(permissions.features()).length,
  });
  values = own;
  onCleanup(() => {
    if (values === own) values = undefined;
  });
  const derived = createMemo(own);
  for (const each of [session, can, state, reading, identity, gate, permissions.features, derived]) {
    for (const create of [createComputed, createRenderEffect, createEffect]) {
      const look = () => {
        check(create.name, own());
        check(`a memo in ${create.name}`, derived());
      };
      create(on(each, look, { defer: true }));
    }
  }
  return null;
}

const app = (session) => () => (
  <App session={session}>
    <Values />
  </App>
);

// What `generateHydrationScript` writes into a page.
globalThis._$HY = { events: [], completed: new WeakSet(), r: {}, fe() {} };

/** Does what the server's scripts would, which the page's policy forbids: each names a `<Suspense>` that is complete. */
function noteComplete(place) {
  for (const [, id] of place.innerHTML.matchAll(/_\$HY\.r\["(\w+)"\]/g))
    globalThis._$HY.r[id] = Object.assign(Promise.resolve(true), { s: 1, v: true });
  for (const script of place.querySelectorAll("script")) script.remove();
}

let unmount;

install(platformSession, {
  mount(session, place) {
    unmount = render(app(session), place);
  },
  unmount: () => unmount(),
  hydrate(session, place) {
    noteComplete(place);
    hydrate(app(session), place);
  },
  hold: () => void hold(),
  values: () => values?.(),
});
