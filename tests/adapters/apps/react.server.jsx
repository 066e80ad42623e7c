import { renderToString } from "react-dom/server";
import { createSession } from "../../../pkg/index.js";
import { counted } from "./kit.js";
import { App } from "./react-view.jsx";

/** The view, as a server renders it for somebody with this session body; and who listens afterwards. */
export function render(initial, conditions) {
  const session = counted(createSession({ baseUrl: "http://127.0.0.1", initial }));
  const html = renderToString(<App session={session} conditions={conditions} />);
  return { html, listeners: session.listeners };
}
