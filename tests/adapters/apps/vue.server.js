import { createSSRApp, h } from "vue";
import { renderToString } from "vue/server-renderer";
import { SignedIn, sessionPlugin } from "../../../pkg/dist/vue.js";
import { createSession } from "../../../pkg/index.js";
import { counted } from "./kit.js";
import { requests } from "./menu.js";
import { Lazy } from "./vue-alone.js";
import { Menu } from "./vue-menu.js";
import { Held, View } from "./vue-view.js";

/** The view, as a server renders it for somebody with this session body; and who listens afterwards. */
export const render = (initial, conditions) => renderOf(View, initial, conditions);

/** The menu; and who listens to what the user is asked for. */
export const renderMenu = async (initial) => ({ ...(await renderOf(Menu, initial)), requests });

/** The same of parts that Vue has to wait for. */
export const renderHeld = (initial, conditions) => renderOf(Held, initial, conditions);

/** The same of a part that Vue hydrates at a click. */
export const renderLazy = (initial) => renderOf(Lazy, initial);

export const renderSignedIn = (initial) =>
  renderOf(() => h(SignedIn, () => h("p", { id: "own" }, "own")), initial);

async function renderOf(component, initial, conditions) {
  const session = counted(createSession({ baseUrl: "http://127.0.0.1", initial }));
  const app = createSSRApp(component, conditions && { conditions });
  app.use(sessionPlugin(session));
  const html = await renderToString(app);
  return { html, listeners: session.listeners };
}
