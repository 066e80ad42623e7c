// The notices in React's markup; with `?hydrate` in markup that a server rendered, where they are defined after hydration.

import { useEffect, useState } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { defineSessionNotices, german } from "/pkg/dist/session-notices.js";
import { createSession } from "/pkg/index.js";
import { endingSession } from "./ending-session.js";

const session = endingSession(createSession());
const place = document.getElementById("app");
globalThis.complaints = [];

function Hydrated() {
  const [renders, setRenders] = useState(0);
  useEffect(() => {
    defineSessionNotices(session);
    // Once more, over what the notices have put into their element.
    setRenders(1);
  }, []);
  return <session-notices className={`renders-${renders}`} />;
}

if (location.search === "?hydrate") {
  place.innerHTML = renderToString(<Hydrated />);
  hydrateRoot(place, <Hydrated />, { onRecoverableError: ({ message }) => complaints.push(message) });
} else {
  defineSessionNotices(session);
  createRoot(place).render(<session-notices messages={german} />);
}
