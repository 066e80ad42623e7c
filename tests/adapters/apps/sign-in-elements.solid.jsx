// The form and the notices in Solid's markup.

import { render } from "solid-js/web";
import { defineSessionNotices, german as noticesInGerman } from "/pkg/dist/session-notices.js";
import { defineSignInForm, german } from "/pkg/dist/sign-in-form.js";
import { createSession } from "/pkg/index.js";
import { endingSession } from "./ending-session.js";

const session = createSession();
defineSignInForm(session);
defineSessionNotices(endingSession(session));
render(
  () => (
    <>
      <sign-in-form sso return-url="/way-back" prop:messages={german} />
      <session-notices prop:messages={noticesInGerman} />
    </>
  ),
  document.getElementById("app"),
);
