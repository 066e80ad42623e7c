// The package's sign-in form, which stands in place of the children of a `SignedIn` that is not granted, where the application gives nothing of
// its own. If the application has not defined that element, it shows nothing.

/** The element's name, and its attributes. By `mode`, single sign-on opens in a window, so that what was typed on the page stays. */
export const FORM = "sign-in-form";
export const FORM_ATTRIBUTES = { sso: "", mode: "popup" };

/**
 * Whether the form stands in place of the children: where the application has given neither a `fallback` nor the part for this state. So it is
 * one form in both states, and what was typed stays as one turns into the other. A part that is `undefined` counts as not given.
 */
export const isForm = (isUnknown: boolean, fallback: unknown, pending: unknown): boolean =>
  fallback === undefined && !(isUnknown && pending !== undefined);
