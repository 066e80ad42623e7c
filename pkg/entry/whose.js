// Whose a call is that waits for the module. A request of the page's own is sent for the one whose it is, and for nobody
// else; every other call means the same whoever is there.

/** @typedef {{ id: number, kind: string, owner?: number, begin?: Function }} Call `owner`: whose page made it. */

/** @returns {number | undefined} */
export const userOf = (shown) => shown?.news.user?.id;

/** @type {(call: Call, user: number | undefined) => Call} The first one who is known is whose it is. */
export const owned = (call, user) => ({ ...call, owner: call.owner ?? user });

/** Whether a call is somebody else's than this user's; without one, whether it is anybody's. */
export const isAnothers = ({ kind, owner }, user) =>
  kind === "fetch" && owner !== undefined && owner !== user;

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
