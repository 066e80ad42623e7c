import { renderToString, renderToStringAsync } from "solid-js/web";
import { SessionProvider, SignedIn } from "../../../pkg/dist/solid.js";
import { createSession } from "../../../pkg/index.js";
import { counted } from "./kit.js";
import { requests } from "./menu.js";
import { WithLazy } from "./solid-alone.jsx";
import { Menu } from "./solid-menu.jsx";
import { App } from "./solid-view.jsx";

/** The view, as a server renders it for somebody with this session body; and who listens afterwards. */
export function render(initial, conditions) {
  const session = counted(createSession({ baseUrl: "http://127.0.0.1", initial }));
  const html = renderToString(() => <App session={session} conditions={conditions} />);
  return { html, listeners: session.listeners };
}

/** The menu; and who listens to what the user is asked for. */
export function renderMenu(initial) {
  const session = counted(createSession({ baseUrl: "http://127.0.0.1", initial }));
  const html = renderToString(() => <Menu session={session} />);
  return { html, listeners: session.listeners, requests };
}

/** What is around a part whose code a server has. Without the scripts: the page's policy forbids them. */
export async function renderLazy(initial) {
  const session = createSession({ baseUrl: "http://127.0.0.1", initial });
  const code = Promise.resolve({ default: () => <p id="late">late</p> });
  const html = await renderToStringAsync(() => <WithLazy session={session} code={code} />);
  return html.replaceAll(/<script>.*?<\/script>/gs, "");
}

export function renderSignedIn(initial) {
  const session = createSession({ baseUrl: "http://127.0.0.1", initial });
  return renderToString(() => (
    <SessionProvider session={session}>
      <SignedIn>
        <p id="own">own</p>
      </SignedIn>
    </SessionProvider>
  ));
}
