// For data libraries: a cache for each identity, and rules for sending a request again. This module depends on no library.

import type { Session } from "platform-session";

/**
 * Returns a function that gives, for the session's current identity, the object that keeps this user's data: a cache, a client, a store. `make`
 * is called once for each identity. Call `perIdentity` outside of components, and the returned function where you need the object.
 *
 * `const clientOf = perIdentity(({ identity }) => createClient(identity.fetch))`, then `clientOf(session)`; in a component within
 * `<IdentityBoundary>`, `clientOf(useSessionClient())`. `make` may be called while a framework renders. On a server each session has an object
 * of its own.
 */
export function perIdentity<Made>(make: (session: Session) => Made): (session: Session) => Made;

/**
 * Returns a function that gives a `QueryClient` of TanStack Query for each identity, as `perIdentity` does:
 * `const clientOf = queryClientPerIdentity(QueryClient)`. With options of your own, after `queries`:
 * `queryClientPerIdentity((queries) => new QueryClient({ defaultOptions: { queries: { ...queries, staleTime: 60_000 } } }))`.
 * When the same user is signed in again, the client sends its active, stale queries: those that were held back, and those that were answered 401.
 *
 * `onError` is called with the error of a query or a mutation, if it `isReportable` (`platform-session/errors`): once for each failure, after the
 * last retry. `{ onError: Sentry.captureException }`
 */
export function queryClientPerIdentity<Client extends RefetchingClient>(
  create: ClientClass<Client> | ((queries: QueryDefaults, session: Session) => Client),
  options?: { onError?: ((error: unknown) => void) | undefined },
): (session: Session) => Client;

/**
 * How long a data library waits before it sends a failed request again, in milliseconds: 1 s, then 2, 4 and so on up to 30 s, or the error's
 * `retryAfterMs` if that is longer. `failures` is as in `retry` of `platform-session/errors`: 0 at the first failure. Never throws.
 */
export function retryDelay(failures: number, error: unknown): number;

/** Default options for TanStack Query's queries. */
export interface QueryDefaults {
  /** `retry` of `platform-session/errors`: at most three times, if the error is `retryable`. */
  readonly retry: (failures: number, error: unknown) => boolean;
  /** `retryDelay` of this module, which respects `Retry-After`. */
  readonly retryDelay: (failures: number, error: unknown) => number;
  /**
   * False while `SignedIn` hides its children, and for a query that was last answered 401: its request would open the dialog of
   * `reauthenticate` again, right after "Not now". A query that needs no signed-in user may have `refetchOnWindowFocus: true`.
   */
  readonly refetchOnWindowFocus: (query: FailedQuery) => boolean;
  /** The same function, for the moment when the browser comes online. */
  readonly refetchOnReconnect: (query: FailedQuery) => boolean;
}

/** The part of a query that these options read. */
export interface FailedQuery {
  readonly state: { readonly error: unknown };
}

/** The type of the class `QueryClient`. */
export type ClientClass<Client> = new (config: { defaultOptions: { queries: QueryDefaults } }) => Client;

/** The methods of a `QueryClient` that this module calls. */
export interface RefetchingClient {
  refetchQueries(
    filters: { type: "active"; stale: boolean },
    options: { cancelRefetch: boolean },
  ): Promise<unknown>;
  /** Called only with `onError`. */
  getQueryCache?(): FailingCache;
  /** Called only with `onError`. */
  getMutationCache?(): FailingCache;
}

/** The method of a `QueryCache` and a `MutationCache` that this module calls. */
export interface FailingCache {
  subscribe(listener: (event: { readonly type: string }) => void): () => void;
}
