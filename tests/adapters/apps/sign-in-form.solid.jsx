// The form in Solid's markup.

import { render } from "solid-js/web";
import { defineSignInForm, german } from "/pkg/dist/sign-in-form.js";
import { createSession } from "/pkg/index.js";

defineSignInForm(createSession());
render(
  () => <sign-in-form sso return-url="/way-back" prop:messages={german} />,
  document.getElementById("app"),
);
