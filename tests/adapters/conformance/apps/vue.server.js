import { sessionPlugin } from "platform-session/vue";
import { createSSRApp } from "vue";
import { renderToString } from "vue/server-renderer";
import { rendererOf } from "./rendering.js";
import { views } from "./vue-views.js";

export const render = rendererOf(views, (View, { session, conditions }) =>
  renderToString(createSSRApp(View, conditions && { conditions }).use(sessionPlugin(session))),
);
