import { renderToString } from "react-dom/server";
import { createSession } from "../../../pkg/index.js";
import { counted } from "./kit.js";
import { requests } from "./menu.js";
import { Menu } from "./react-menu.jsx";
import { App } from "./react-view.jsx";

/** The view, as a server renders it for somebody with this session body; and who listens afterwards. */
export const render = (initial, conditions) =>
  rendered(initial, (session) => <App session={session} conditions={conditions} />);

/** The menu; and who listens to what the user is asked for. */
export const renderMenu = (initial) => ({
  ...rendered(initial, (session) => <Menu session={session} />),
  requests,
});

function rendered(initial, app) {
  const session = counted(createSession({ baseUrl: "http://127.0.0.1", initial }));
  const html = renderToString(app(session));
  return { html, listeners: session.listeners };
}
