import { createSession } from "platform-session";
import { renderToStringAsync } from "solid-js/web";
import { App } from "./solid-view.jsx";

/** As the page's component, which shows nothing. */
const Values = () => null;

/** The view, as a server renders it for the user of this session body. */
export const render = (initial) =>
  renderToStringAsync(() => (
    <App session={createSession({ baseUrl: "http://127.0.0.1", initial })}>
      <Values />
    </App>
  ));
