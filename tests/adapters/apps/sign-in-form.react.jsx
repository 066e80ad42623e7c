// The form in React's markup; with `?hydrate` in markup that a server rendered, where it is defined after hydration.

import { useEffect, useState } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { defineSignInForm, german } from "/pkg/dist/sign-in-form.js";
import { createSession } from "/pkg/index.js";

const session = createSession();
const place = document.getElementById("app");
globalThis.complaints = [];

function Hydrated() {
  const [renders, setRenders] = useState(0);
  useEffect(() => {
    defineSignInForm(session);
    // Once more, over what the form has put into its element.
    setRenders(1);
  }, []);
  return <sign-in-form sso return-url="/way-back" className={`renders-${renders}`} />;
}

if (location.search === "?hydrate") {
  place.innerHTML = renderToString(<Hydrated />);
  hydrateRoot(place, <Hydrated />, { onRecoverableError: ({ message }) => complaints.push(message) });
} else {
  defineSignInForm(session);
  createRoot(place).render(<sign-in-form sso return-url="/way-back" messages={german} />);
}
