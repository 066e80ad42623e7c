import { createSession } from "platform-session";
import { renderToString } from "react-dom/server";
import { App } from "./react-view.jsx";

/** The view, as a server renders it for the user of this session body. */
export const render = (initial) =>
  renderToString(<App session={createSession({ baseUrl: "http://127.0.0.1", initial })} />);
