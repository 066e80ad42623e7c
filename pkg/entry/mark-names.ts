// The attributes by which adapters mark the elements of an identity, for `marks.ts` to hide. The Svelte components spell them out, because
// they are not bundled.

/** Marks an element that is made anew for another identity. Its value is the identity's key, or "initial" in a server's markup until that is hydrated. */
export const IDENTITY_MARK = "data-session-identity";

/** Marks an element that only a signed-in user may see, with a value like above. It is hidden also while it is not known whether that user is signed in. */
export const USER_MARK = "data-session-user";

/** Stands beside either mark on an element that the page itself has made: that element keeps its own `display`. */
export const BOX_MARK = "data-session-box";
