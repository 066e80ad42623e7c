// The package's sign-in form, which a `SignedIn` shows in place of its children while no user is known to be signed in, unless the application
// gives content of its own. If the application has not defined the element, it shows nothing.

/** The element's name and attributes. With this `mode`, single sign-on opens in a window, so that text typed on the page is not lost. */
export const FORM = "sign-in-form";
export const FORM_ATTRIBUTES = { sso: "", mode: "popup" };

/**
 * Whether the form stands in place of the children: without a `fallback`, and without a `pending` while the state is unknown. The same form then
 * serves both states, so typed text survives the change between them. A part that is `undefined` counts as not given.
 */
export const isForm = (isUnknown: boolean, fallback: unknown, pending: unknown): boolean =>
  fallback === undefined && !(isUnknown && pending !== undefined);
