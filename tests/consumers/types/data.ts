import { QueryClient } from "@tanstack/react-query";
import { QueryClient as VueQueryClient } from "@tanstack/vue-query";
import { createSession, type Session } from "platform-session";
import {
  perIdentity,
  type QueryDefaults,
  queryClientPerIdentity,
  type RefetchingClient,
  retryDelay,
} from "platform-session/data";
import { createTestSession } from "platform-session/testing";
import type { Equal, Expect } from "../../declarations/expect.js";

const clientOf = queryClientPerIdentity(QueryClient, { onError: console.error });
export const client: QueryClient = clientOf(createSession());
/** The double is a session. */
export const tested: QueryClient = clientOf(createTestSession());

export const vueClientByClass: VueQueryClient = queryClientPerIdentity(VueQueryClient)(createSession());
const vueClientOf = queryClientPerIdentity(
  (queries) => new VueQueryClient({ defaultOptions: { queries: { ...queries, staleTime: 60_000 } } }),
);
export const vueClient: VueQueryClient = vueClientOf(createSession());

/** The second argument is the session that the client is for. */
queryClientPerIdentity((queries, session) => {
  const { signal } = session.identity;
  return new QueryClient({ defaultOptions: { queries, mutations: { retry: () => !signal.aborted } } });
});
queryClientPerIdentity((queries) => new VueQueryClient({ defaultOptions: { queries } }), {
  onError: (error: unknown) => console.error(error),
});
queryClientPerIdentity((queries) => new QueryClient({ defaultOptions: { queries } }), { onError: undefined });
// @ts-expect-error No option.
queryClientPerIdentity((queries) => new QueryClient({ defaultOptions: { queries } }), { onerror: () => {} });
// @ts-expect-error A class of something else.
queryClientPerIdentity(Map);
// @ts-expect-error That is no client.
queryClientPerIdentity(() => new Map());
// @ts-expect-error A session is given, and no identity.
clientOf(createSession().identity);

const cacheOf = perIdentity(({ identity }) => new Map([[identity.key, "cache"]]));
export type Cache = Expect<Equal<typeof cacheOf, (session: Session) => Map<number, string>>>;

/** Any object with the methods that are called may be the client. */
export const own: RefetchingClient = { refetchQueries: async () => {} };

/** The types of TanStack Query and SWR accept the function. */
export const delay: (failures: number, error: Error) => number = retryDelay;
export const defaults = (queries: QueryDefaults): boolean =>
  queries.refetchOnWindowFocus({ state: { error: null } }) && queries.retry(0, new Error());
// @ts-expect-error The error comes second.
retryDelay(new Error(), 0);
