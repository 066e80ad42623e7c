// For data libraries such as TanStack Query: a client for each identity, and rules by which a failed query is sent again.

import type { Identity, Session } from "platform-session";
import { LONGEST_MS } from "../../entry/longest-wait.js";
import { isReportable } from "../errors/reports.js";
import { signedInState } from "../shared/boundary.js";
import { lookAt } from "../shared/look-at.js";
import { refuseOptions } from "../shared/options.js";
import { retry } from "../shared/retry.js";
import type { ClientClass, FailedQuery, QueryDefaults, RefetchingClient } from "./index.js";

/** The first and the longest delay of TanStack Query's own retries. */
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

type Create<Client> = (queries: QueryDefaults, session: Session) => Client;

export function perIdentity<Made>(make: (session: Session) => Made): (session: Session) => Made {
  if (typeof make !== "function") throw new TypeError("perIdentity needs a function");
  /** Kept by identity and not in a component's state, because React may render a component twice, or drop it before it is mounted. */
  const values = new WeakMap<Identity, Made>();
  return (session) => {
    const { identity } = session;
    if (!values.has(identity)) values.set(identity, make(session));
    return values.get(identity) as Made;
  };
}

export function queryClientPerIdentity<Client extends RefetchingClient>(
  create: ClientClass<Client> | Create<Client>,
  { onError, ...others }: { onError?: ((error: unknown) => void) | undefined } = {},
): (session: Session) => Client {
  refuseOptions(others, "onError");
  return perIdentity((session) => {
    const queries = defaultsFor(session);
    const client = isClass(create) ? new create({ defaultOptions: { queries } }) : create(queries, session);
    // The cast: `index.d.ts` says that a client has its two caches where `onError` is given.
    if (onError) reportFailures(client as Required<RefetchingClient>, onError);
    refetchOnReturn(session, client);
    return client;
  });
}

export function retryDelay(failures: number, error: unknown): number {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS);
  // `error` may be anything. This function must not throw: no retry would follow, and the query would stay pending.
  const retryAfter = lookAt(error, ({ retryAfterMs }) => retryAfterMs);
  return typeof retryAfter === "number" && retryAfter > delay ? Math.min(retryAfter, LONGEST_MS) : delay;
}

/** Whether `create` is a client class, by its method: a build may have turned the class into a function. */
const isClass = <Client>(create: ClientClass<Client> | Create<Client>): create is ClientClass<Client> =>
  Boolean(create.prototype?.refetchQueries);

function defaultsFor(session: Session): QueryDefaults {
  // No refetch while `SignedIn` hides mounted components, nor for a query that failed with 401: the request would be answered 401, which opens
  // the dialog of `reauthenticate`. `refetchOnReturn` sends these queries later.
  const mayRefetch = ({ state: { error } }: FailedQuery) =>
    signedInState(session.snapshot) === "granted" && (error as { status?: unknown } | null)?.status !== 401;
  return { retry, retryDelay, refetchOnWindowFocus: mayRefetch, refetchOnReconnect: mayRefetch };
}

/** Once the same user is signed in again, sends the queries that were not sent, or were answered 401, in the meantime. */
function refetchOnReturn(session: Session, client: RefetchingClient): void {
  const { signal } = session.identity;
  const refetch = () => client.refetchQueries({ type: "active", stale: true }, { cancelRefetch: false });
  // The event also comes where the user was signed in all the time and only a bearer token was missing.
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

/** The part of a cache's event that `reportFailures` reads. An event of the type "updated" has an action. */
interface CacheEvent {
  readonly type: string;
  readonly action?: Action;
}

interface Action {
  readonly type: string;
  readonly error?: unknown;
}

/** Reports each failure once, after the last retry, even if several components use the query. */
function reportFailures(client: Required<RefetchingClient>, onError: (error: unknown) => void): void {
  for (const cache of [client.getQueryCache(), client.getMutationCache()])
    cache.subscribe(({ type, action }: CacheEvent) => {
      if (type !== "updated" || (action as Action).type !== "error") return;
      const { error } = action as Action;
      // A query that the page has cancelled has not failed.
      const isCancelled = lookAt(error, ({ message }) => message === "CancelledError");
      // Called after the library's update, because an error that `onError` throws would end the update.
      if (!isCancelled && isReportable(error)) queueMicrotask(() => onError(error));
    });
}
