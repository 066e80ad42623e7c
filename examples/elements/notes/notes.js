import { defineSignInForm } from "/platform-session/dist/sign-in-form.js";
import { session } from "../app.js";

defineSignInForm(session);
