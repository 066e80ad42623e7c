// The sign-in in the place of what a `SignedIn` does not show, where the application says nothing of its own: the package's form. Where the
// application has not defined that element, it is one that shows nothing.

/** The element's name, and its attributes. In a window, single sign-on keeps what was typed. */
export const FORM = "sign-in-form";
export const FORM_ATTRIBUTES = { sso: "", mode: "popup" };

/**
 * Whether the form stands there: where the application has given neither a `fallback` nor the part for this state. So it is one form in both
 * states, and what was typed stays as one turns into the other. A part that is `undefined` is left out.
 */
export const isForm = (isUnknown: boolean, fallback: unknown, pending: unknown): boolean =>
  fallback === undefined && !(isUnknown && pending !== undefined);
