import * as platformSession from "platform-session";
import { hydrate, mount, unmount } from "svelte";
import { counted } from "../kit.js";
import Acts, { from } from "./Acts.svelte";
import App from "./App.svelte";
import Begins from "./Begins.svelte";
import { made } from "./Script.svelte";
import Throws from "./Throws.svelte";

const target = document.querySelector("#app");

/** `further`: components by name that can be within the page. */
export function start(further) {
  const components = { Acts, Begins, Throws, ...further };
  let app;
  globalThis.bare = {
    createSession: platformSession.createSession,
    made,
    from,
    text: () => target.textContent.replace(/\s+/g, " ").trim(),
    mount(within) {
      const props = { Within: components[within], act: (act) => Object.assign(bare, { act }) };
      bare.counting = counted(session);
      app = mount(App, { target, props: { ...props, session: bare.counting } });
    },
    hydrate(html) {
      target.innerHTML = html;
      app = hydrate(App, { target, props: { session } });
    },
    unmount: () => unmount(app),
  };
}
