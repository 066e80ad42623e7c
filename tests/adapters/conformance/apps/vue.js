import * as platformSession from "platform-session";
import {
  sessionPlugin,
  useCan,
  useGate,
  useGateState,
  useIdentity,
  usePermission,
  usePermissions,
  useSession,
} from "platform-session/vue";
import { computed, createApp, createSSRApp, defineComponent, h, onUnmounted, watch } from "vue";
import { check, install } from "../page.js";
import { App, hold } from "./vue-view.js";

const feature = "report-analysis";

let values;

/** What the composables say, also to watchers that Vue calls at once. */
const Values = defineComponent(() => {
  const session = useSession();
  const can = useCan({ feature });
  const state = useGateState({ feature });
  const reading = usePermission(feature);
  const identity = useIdentity();
  const gate = useGate({ feature });
  const permissions = usePermissions();
  const parts = {
    user: () => session.value.user?.name ?? null,
    status: () => session.value.status,
    can: () => can.value,
    state: () => state.value,
    reading: () => reading.value.state,
    key: () => identity.value.key,
    granted: () => gate.value.granted,
    allowed: () => permissions.can(feature),
    allowedState: () => permissions.state(feature),
    listed: () => Object.keys(permissions.features.value).length,
  };
  const of = (functions) => () =>
    Object.fromEntries(Object.entries(functions).map(([name, read]) => [name, read()]));
  const own = of(parts);
  values = own;
  onUnmounted(() => {
    if (values === own) values = undefined;
  });
  // A page's own computeds, each of one value.
  const computeds = Object.entries(parts).map(([name, read]) => [name, computed(read)]);
  const derived = () => Object.fromEntries(computeds.map(([name, { value }]) => [name, value]));
  for (const [, each] of computeds) {
    for (const flush of ["sync", "pre", "post"]) {
      const look = () => {
        check(`a ${flush} watcher`, own());
        check(`computeds in a ${flush} watcher`, derived());
      };
      watch(each, look, { flush });
    }
  }
  return () => null;
});

const start = (create) => (session, place) => {
  const app = create(() => h(App, () => h(Values)));
  app.use(sessionPlugin(session)).mount(place);
  return app;
};

let app;

install(platformSession, {
  mount(session, place) {
    app = start(createApp)(session, place);
  },
  unmount: () => app.unmount(),
  hydrate: start(createSSRApp),
  hold: () => hold(),
  values: () => values?.(),
});
