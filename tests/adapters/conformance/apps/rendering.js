// Renders the views of each framework on a server.

import { createSession } from "platform-session";
import { counted } from "./counted.js";
import { requests } from "./parts.js";

/**
 * Returns a function that renders one of the `views`, by its name, for a session body (`initial`). It resolves with the HTML of
 * `renderView(view, props)`, and with `listeners()`: how many are left on the session and on the stand-in for `createReauthentication()`.
 */
export const rendererOf = (views, renderView) => async (view, initial, conditions) => {
  const session = counted(createSession({ baseUrl: "http://127.0.0.1", initial }));
  const html = await renderView(views[view], { session, conditions });
  return { html, listeners: () => session.listeners() + requests.listeners() };
};
