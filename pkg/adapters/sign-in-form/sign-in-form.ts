// Sign-in and sign-out for every framework: the custom elements `<sign-in-form>` and `<sign-out-button>`, and a dialog for the option
// `reauthenticate`.

export { defineSignInForm, defineSignOutButton } from "./define.js";
export { openSignInDialog, signInDialog } from "./dialog.js";
export { english, german } from "./messages.js";
