import { createSession } from "platform-session";
import { sessionPlugin } from "platform-session/vue";
import { createSSRApp, h } from "vue";
import { renderToString } from "vue/server-renderer";
import { App } from "./vue-view.js";

/** The view, as a server renders it for the user of this session body. */
export const render = (initial) =>
  renderToString(
    createSSRApp(() => h(App, () => null)).use(
      sessionPlugin(createSession({ baseUrl: "http://127.0.0.1", initial })),
    ),
  );
