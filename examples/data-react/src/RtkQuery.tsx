import { configureStore } from "@reduxjs/toolkit";
import { type BaseQueryFn, createApi, retry as retrying } from "@reduxjs/toolkit/query/react";
import type { Identity } from "platform-session";
import { perIdentity } from "platform-session/data";
import { type ErrorTags, orThrow, retry, tagsOf } from "platform-session/errors";
import { useSessionClient } from "platform-session/react";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { AgentList } from "./AgentList";
import { AGENTS, type Agent } from "./agents";

type Request = RequestInit & { url: string };

/** `extra` is the identity for which the store was made. The store also keeps errors, as plain values. */
const query: BaseQueryFn<Request, unknown, ErrorTags> = async ({ url, ...init }, { extra, signal }) => {
  const { fetch } = extra as Identity;
  try {
    const response = orThrow(await fetch(url, { ...init, signal }));
    return { data: response.status === 204 ? null : await response.json() };
  } catch (error) {
    return { error: tagsOf(error) };
  }
};

const api = createApi({
  baseQuery: retrying(query, { retryCondition: (error, _, { attempt }) => retry(attempt - 1, error) }),
  endpoints: (build) => ({
    agents: build.query<Agent[], void>({
      query: () => ({ url: AGENTS }),
      transformResponse: ({ agents }: { agents: Agent[] }) => agents,
    }),
  }),
});

const storeOf = perIdentity(({ identity }) =>
  configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: identity } }).concat(api.middleware),
  }),
);

/** Used within `<IdentityBoundary>`. */
export function Store({ children }: { children: ReactNode }) {
  return <Provider store={storeOf(useSessionClient())}>{children}</Provider>;
}

export function RtkQueryAgents() {
  const { data, isError } = api.useAgentsQuery();
  const [remove] = useRemovalMutation();
  return <AgentList by="RTK Query" agents={data} isError={isError} onRemove={remove} />;
}

const { useRemovalMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    removal: build.mutation<void, number>({
      query: (id) => ({ url: `/agent-hub-api/api/agent/${id}`, method: "DELETE" }),
      // Removes the agent from the list at once, and restores it where the request fails.
      onQueryStarted(id, { dispatch, queryFulfilled }) {
        const without = (agents: Agent[]) => agents.filter((agent) => agent.id !== id);
        const change = dispatch(api.util.updateQueryData("agents", undefined, without));
        queryFulfilled.catch(change.undo);
      },
    }),
  }),
});
