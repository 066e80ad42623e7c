// A data library's view of the session: a cache for each identity, and when a failed query is sent again.

import type { Identity, Session } from "platform-session";
import { LONGEST_MS } from "../../entry/longest-wait.js";
import { isReportable } from "../errors/reports.js";
import { signedInState } from "../shared/boundary.js";
import { lookAt } from "../shared/look-at.js";
import { refuseOptions } from "../shared/options.js";
import { retry } from "../shared/retry.js";
import type { ClientClass, FailedQuery, QueryDefaults, RefetchingClient } from "./index.js";

/** The delays of TanStack Query's own retries: the first, and the longest. */
const FIRST_DELAY_MS = 1000;
const LAST_DELAY_MS = 30_000;

type Create<Client> = (queries: QueryDefaults, session: Session) => Client;

export function perIdentity<Made>(make: (session: Session) => Made): (session: Session) => Made {
  if (typeof make !== "function") throw new TypeError("perIdentity needs a function");
  /** What was made, by identity, and not in a component: one that React gives up before it is mounted, or renders twice, makes no second one. */
  const made = new WeakMap<Identity, Made>();
  return (session) => {
    const { identity } = session;
    if (!made.has(identity)) made.set(identity, make(session));
    return made.get(identity) as Made;
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
    // The client has caches: the declarations ask for one where `onError` is given.
    if (onError) reportFailures(client as Required<RefetchingClient>, onError);
    refetchOnReturn(session, client);
    return client;
  });
}

export function retryDelay(failures: number, error: unknown): number {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** failures, LAST_DELAY_MS);
  // Anything may be thrown. An error here would be one that no retry follows, and leave the query pending.
  const asked = lookAt(error, ({ retryAfterMs }) => retryAfterMs);
  return typeof asked === "number" && asked > delay ? Math.min(asked, LONGEST_MS) : delay;
}

/** Whether it is a class. Its syntax does not say: a build may have made functions of classes. */
const isClass = <Client>(create: ClientClass<Client> | Create<Client>): create is ClientClass<Client> =>
  Boolean(create.prototype?.refetchQueries);

function defaultsFor(session: Session): QueryDefaults {
  // Components that `SignedIn` hides stay mounted. Their requests would be answered 401, which opens the dialog of `reauthenticate`. So would a query
  // that failed with 401: a bearer token may be lacking. `refetchOnReturn` sends them later.
  const mayRefetch = ({ state: { error } }: FailedQuery) =>
    signedInState(session.snapshot) === "granted" && (error as { status?: unknown } | null)?.status !== 401;
  return { retry, retryDelay, refetchOnWindowFocus: mayRefetch, refetchOnReconnect: mayRefetch };
}

/** Once the same user is signed in again, sends the queries that were held back or refused meanwhile. */
function refetchOnReturn(session: Session, client: RefetchingClient): void {
  const { signal } = session.identity;
  const refetch = () => client.refetchQueries({ type: "active", stale: true }, { cancelRefetch: false });
  // The event comes even where the user was signed in all the time, and only a bearer token was lacking.
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

/** The part of a cache's event that is read here. An event of the type "updated" has an action. */
interface CacheEvent {
  readonly type: string;
  readonly action?: Action;
}

interface Action {
  readonly type: string;
  readonly error?: unknown;
}

/** Reports each failure once: when the request is not sent again, and however many components show it. */
function reportFailures(client: Required<RefetchingClient>, onError: (error: unknown) => void): void {
  for (const cache of [client.getQueryCache(), client.getMutationCache()])
    cache.subscribe(({ type, action }: CacheEvent) => {
      if (type !== "updated" || (action as Action).type !== "error") return;
      const { error } = action as Action;
      // A query that the page has cancelled has not failed.
      const isCancelled = lookAt(error, ({ message }) => message === "CancelledError");
      // Called after the library's update, which an error of the listener would end.
      if (!isCancelled && isReportable(error)) queueMicrotask(() => onError(error));
    });
}
