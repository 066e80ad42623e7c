import * as platformSession from "platform-session";
import { sessionPlugin } from "platform-session/vue";
import { createApp, createSSRApp } from "vue";
import { install, showThrown } from "./page.js";
import * as alone from "./vue-alone.js";
import { hold, values } from "./vue-frames.js";
import { views } from "./vue-views.js";

/** Returns a function that starts an app: `session` goes to the plugin, the other props to the view. */
const start =
  (create, errorHandler) =>
  (View, place, { session, ...props }) => {
    const app = create(View, props);
    Object.assign(app.config, { errorHandler });
    if (session) app.use(sessionPlugin(session));
    app.mount(place);
    return () => app.unmount();
  };

install(platformSession, {
  views,
  mount: start(createApp),
  hydrate: start(createSSRApp),
  mountCaught: start(createApp, showThrown),
  hold: () => hold(),
  values: () => values?.(),
  ...alone,
});
