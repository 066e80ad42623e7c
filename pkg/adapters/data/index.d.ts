// What a data library needs of the session: a cache for each identity, and when to ask again. It depends on no library.

import type { Session } from "platform-session";

/**
 * What keeps a user's data, once for each identity: a cache, a client, a store. The first call for an identity makes it; another
 * identity's is never given. Call `perIdentity` outside of components, and what it returns where you need it.
 *
 * `const clientOf = perIdentity(({ identity }) => createClient(identity.fetch))`, then `clientOf(session)`; in a component within
 * `<IdentityBoundary>`, `clientOf(useSessionClient())`. `make` may be called while a framework renders. On a server each session has one of
 * its own.
 */
export function perIdentity<Made>(make: (session: Session) => Made): (session: Session) => Made;

/**
 * A `QueryClient` of TanStack Query for each identity, as of `perIdentity`:
 * `const clientOf = queryClientPerIdentity(QueryClient)`. With options of your own, after `queries`:
 * `queryClientPerIdentity((queries) => new QueryClient({ defaultOptions: { queries: { ...queries, staleTime: 60_000 } } }))`. Whenever the same user is signed in again, the
 * client asks for what is on the page and stale: what `queries` left out meanwhile, and what was answered 401.
 *
 * `onError` is called with what a query or a mutation has failed with, if it `isReportable` (`platform-session/errors`): once for each
 * failure, as it is not sent again. `{ onError: Sentry.captureException }`
 */
export function queryClientPerIdentity<Client extends RefetchingClient>(
  create: ClientClass<Client> | ((queries: QueryDefaults, session: Session) => Client),
  options?: { onError?: ((error: unknown) => void) | undefined },
): (session: Session) => Client;

/**
 * How long a data library waits before it sends a failed request again, in milliseconds: as long as the deployment asks for (`retryAfterMs` of
 * a `ResponseError` or a `SessionError`); else, or where that is longer, 1 s, then 2, 4 and so on, to 30 s. `failures` is as in `retry` of
 * `platform-session/errors`: 0 at the first failure. Never throws.
 */
export function retryDelay(failures: number, error: unknown): number;

/** The default options of TanStack Query's queries. */
export interface QueryDefaults {
  /** What is `retryable`, at most three times: that of `platform-session/errors`. */
  readonly retry: (failures: number, error: unknown) => boolean;
  /** That of this module: it waits for `Retry-After`. */
  readonly retryDelay: (failures: number, error: unknown) => number;
  /**
   * False while `SignedIn` hides its children, and for a query whose last answer was a 401: its request would open the dialog of
   * `reauthenticate` again, right after "Not now". A query of a page that is for all users, too, may say `refetchOnWindowFocus: true`.
   */
  readonly refetchOnWindowFocus: (query: FailedQuery) => boolean;
  /** The same, as the browser comes online. */
  readonly refetchOnReconnect: (query: FailedQuery) => boolean;
}

/** What is read of a query. */
export interface FailedQuery {
  readonly state: { readonly error: unknown };
}

/** The class `QueryClient`. */
export type ClientClass<Client> = new (config: { defaultOptions: { queries: QueryDefaults } }) => Client;

/** What is called of a `QueryClient`. */
export interface RefetchingClient {
  refetchQueries(
    filters: { type: "active"; stale: boolean },
    options: { cancelRefetch: boolean },
  ): Promise<unknown>;
  /** With `onError` alone, as the next. */
  getQueryCache?(): FailingCache;
  getMutationCache?(): FailingCache;
}

/** What is called of a `QueryCache` and of a `MutationCache`, with `onError`. */
export interface FailingCache {
  subscribe(listener: (event: { readonly type: string }) => void): () => void;
}
