// Which user a waiting call belongs to. A request of the page's own is sent for that user, and for nobody else; every other
// call means the same whoever is signed in.

/**
 * @typedef {{ id: number, kind: string, owner?: number | null, begin?: Function }} Call `owner`: whose page made it; `null`: nobody's,
 *   `undefined`: it was not known.
 */

/** @returns {number | undefined} */
export const userOf = (shown) => shown?.news.user?.id;

/** @type {(call: Call, user: number | null | undefined) => Call} It belongs to the first user who is known. */
export const owned = (call, user) => ({ ...call, owner: call.owner ?? user });

/** Whether a request belongs to another user than this one (`null`: nobody); without a user, whether its owner was known. */
export const isAnothers = ({ kind, owner }, user) =>
  kind === "fetch" && owner !== undefined && owner !== user;

/** Must not be carried out hours later, when somebody else may use the page. */
export const isOfItsTime = ({ kind }) => ["fetch", "login", "logout", "start"].includes(kind);

/** The refusal of a call. */
export const superseded = (call) => ({ do: "refuse", call, code: "superseded" });

/**
 * The calls that stay, and the refusals of the others.
 * @returns {[Call[], { do: string, [detail: string]: any }[]]}
 */
export function without(calls, isRefused) {
  const refused = calls.filter(isRefused);
  return [calls.filter((call) => !refused.includes(call)), refused.map(superseded)];
}
