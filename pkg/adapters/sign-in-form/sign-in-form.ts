// The ways for a user to sign in and out: a form and a button, custom elements for plain HTML and every framework, and a dialog for the option
// `reauthenticate`.

export { defineSignInForm, defineSignOutButton } from "./define.js";
export { openSignInDialog, signInDialog } from "./dialog.js";
export { english, german } from "./messages.js";
