// The form and the notices in React's markup. With `?hydrate` the markup is a server's, and the elements are defined after hydration.

import { useEffect, useState } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { defineSessionNotices, german as noticesInGerman } from "/pkg/dist/session-notices.js";
import { defineSignInForm, german } from "/pkg/dist/sign-in-form.js";
import { createSession } from "/pkg/index.js";
import { endingSession } from "./ending-session.js";

const session = createSession();
const place = document.getElementById("app");
globalThis.complaints = [];

function define() {
  defineSignInForm(session);
  defineSessionNotices(endingSession(session));
}

function Hydrated() {
  const [renders, setRenders] = useState(0);
  useEffect(() => {
    define();
    // Renders again, over the content that the elements have made.
    setRenders(1);
  }, []);
  return (
    <>
      <sign-in-form sso return-url="/way-back" className={`renders-${renders}`} />
      <session-notices className={`renders-${renders}`} />
    </>
  );
}

if (location.search === "?hydrate") {
  place.innerHTML = renderToString(<Hydrated />);
  hydrateRoot(place, <Hydrated />, { onRecoverableError: ({ message }) => complaints.push(message) });
} else {
  define();
  createRoot(place).render(
    <>
      <sign-in-form sso return-url="/way-back" messages={german} />
      <session-notices messages={noticesInGerman} />
    </>,
  );
}
