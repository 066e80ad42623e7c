// The attributes by which adapters mark what belongs to an identity (`marks.ts`). The components of Svelte, which ship as they are, write
// them out.

/** Marks what begins anew with another identity; the value is the identity's key, or "initial" as a server renders it and while that is hydrated. */
export const IDENTITY_MARK = "data-session-identity";

/** Marks what only a signed-in user may see, with the same value: it is hidden, too, while it is not known that its user is signed in. */
export const USER_MARK = "data-session-user";

/** Stands beside either mark on an element of the page's own, which keeps its box. */
export const BOX_MARK = "data-session-box";
