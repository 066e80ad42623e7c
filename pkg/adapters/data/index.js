// What a data library needs of the session: a cache for each identity, and when to ask again.

import { isReportable } from "../errors/reports.js";
import { signedInState } from "../shared/boundary.js";
import { LONGEST_MS } from "../shared/longest-wait.js";
import { lookAt } from "../shared/look-at.js";
import { refuseOptions } from "../shared/options.js";
import { retry } from "../shared/retry.js";

/** As TanStack Query's own. */
const FIRST_DELAY_MS = 1000;
const LAST_DELAY_MS = 30_000;

/** @type {typeof import("./index.d.ts").perIdentity} */
export function perIdentity(make) {
  if (typeof make !== "function") throw new TypeError("perIdentity needs a function");
  /** By identity, and not in a component: one that React gives up before it is mounted, or renders twice, makes no second one. */
  const made = new WeakMap();
  return (session) => {
    const { identity } = session;
    if (!made.has(identity)) made.set(identity, make(session));
    return made.get(identity);
  };
}

/** @type {typeof import("./index.d.ts").queryClientPerIdentity} */
export function queryClientPerIdentity(create, { onError, ...others } = {}) {
  refuseOptions(others, "onError");
  return perIdentity((session) => {
    const client = create(defaultsFor(session), session);
    if (onError) reportFailures(client, onError);
    refetchOnReturn(session, client);
    return client;
  });
}

/** @type {typeof import("./index.d.ts").retryDelay} */
export function retryDelay(failures, error) {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** failures, LAST_DELAY_MS);
  // Anything may be thrown. An error here would be one that no retry follows, and leave the query pending.
  const asked = lookAt(error, ({ retryAfterMs }) => retryAfterMs);
  return typeof asked === "number" && asked > delay ? Math.min(asked, LONGEST_MS) : delay;
}

/** @returns {import("./index.d.ts").QueryDefaults} */
function defaultsFor(session) {
  // What `SignedIn` hides is mounted. A request for it would be answered 401, which opens the dialog of `reauthenticate`; so would one for
  // what was answered so: a bearer token may be lacking. `refetchOnReturn` asks for it later.
  const mayRefetch = ({ state: { error } }) =>
    signedInState(session.snapshot) === "granted" && error?.status !== 401;
  return { retry, retryDelay, refetchOnWindowFocus: mayRefetch, refetchOnReconnect: mayRefetch };
}

/** Once the same user is there again, what was not asked for meanwhile is, and what was refused. */
function refetchOnReturn(session, client) {
  const { signal } = session.identity;
  const refetch = () => client.refetchQueries({ type: "active", stale: true }, { cancelRefetch: false });
  // Also where the user was signed in, and only a bearer token was lacking.
  session.addEventListener("signed-in", refetch, { signal });
  let wasSignedIn = false;
  let isAway = false;
  const unsubscribe = session.subscribe(({ status }) => {
    const isSignedIn = status === "authenticated";
    if (isSignedIn && isAway) refetch();
    wasSignedIn ||= isSignedIn;
    isAway = wasSignedIn && !isSignedIn;
  });
  signal.addEventListener("abort", unsubscribe, { once: true });
}

/** Each failure once: as it is not sent again, however many components show it. */
function reportFailures(client, onError) {
  for (const cache of [client.getQueryCache(), client.getMutationCache()])
    cache.subscribe(({ type, action }) => {
      if (type !== "updated" || action.type !== "error") return;
      const { error } = action;
      // Where the page has cancelled a query, nothing has failed.
      const isCancelled = lookAt(error, ({ message }) => message === "CancelledError");
      // Not within the library's update, which an error of the listener would end.
      if (!isCancelled && isReportable(error)) queueMicrotask(() => onError(error));
    });
}
