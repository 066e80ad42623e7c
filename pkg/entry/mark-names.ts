// The attributes by which adapters mark the elements of an identity, for `marks.ts` to hide. The Svelte components spell them out, because
// they are not bundled.

/** Marks an element that is made anew for another identity. The value is the identity's key; in a server's markup "initial", until hydrated. */
export const IDENTITY_MARK = "data-session-identity";

/** Marks, with the same values, an element that only a signed-in user may see: it is hidden while no user is known to be signed in. */
export const USER_MARK = "data-session-user";

/** Stands beside either mark on an element that the page itself has made: that element keeps its own `display`. */
export const BOX_MARK = "data-session-box";
