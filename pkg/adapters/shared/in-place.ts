// The sign-in in the place of what a `SignedIn` does not show, where the application says nothing of its own: the package's form. Where the
// application has not defined that element, it is one that shows nothing.

/** The element's name, and its attributes. In a window, single sign-on keeps what was typed. */
export const FORM = "sign-in-form";
export const FORM_ATTRIBUTES = { sso: "", mode: "popup" };
