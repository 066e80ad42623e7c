// Renders the views of each framework on a server.

import { createSession } from "platform-session";
import { counted } from "./counted.js";
import { requests } from "./parts.js";

/**
 * Renders one of the `views` for the user of a session body (`initial`); `renderView(view, props)` gives its HTML. Beside the HTML stands
 * what tells which listeners are left, of the session and of what the user is asked for.
 */
export const rendererOf = (views, renderView) => async (view, initial, conditions) => {
  const session = counted(createSession({ baseUrl: "http://127.0.0.1", initial }));
  const html = await renderView(views[view], { session, conditions });
  return { html, listeners: () => session.listeners() + requests.listeners() };
};
