// The attributes by which adapters mark what belongs to an identity (`marks.ts`). The components of Svelte, which ship as they are, write
// them out.

/** On what begins anew with another identity; the value is the identity's key. As a server renders it, and while that is hydrated: "initial". */
export const IDENTITY_MARK = "data-session-identity";

/** The same, on what only a signed-in user may see: hidden, too, while it is not known that its user is signed in. */
export const USER_MARK = "data-session-user";

/** Beside either, on an element of the page's own, which keeps its box. */
export const BOX_MARK = "data-session-box";
