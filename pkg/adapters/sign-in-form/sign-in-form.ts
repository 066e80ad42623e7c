// The form with which a user signs in: a custom element, for plain HTML and every framework, and a dialog for the option `reauthenticate`.

export { defineSignInForm } from "./define.js";
export { openSignInDialog, signInDialog } from "./dialog.js";
export { english, german } from "./messages.js";
