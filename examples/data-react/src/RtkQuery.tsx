import { configureStore } from "@reduxjs/toolkit";
import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
  retry,
} from "@reduxjs/toolkit/query/react";
import type { Identity } from "platform-session";
import { useIdentity } from "platform-session/react";
import { type ReactNode, useState } from "react";
import { Provider } from "react-redux";
import { AgentList } from "./AgentList";
import { AGENTS, type Agent } from "./agents";

/** `extra` is the identity that the store was made for. */
const query: BaseQueryFn<string | FetchArgs> = (request, api, options) => {
  const { fetch: fetchFn } = api.extra as Identity;
  const send = fetchBaseQuery({ baseUrl: location.origin, fetchFn });
  return send(request, api, options);
};

const api = createApi({
  baseQuery: retry(query, {
    retryCondition(error, _, { attempt }) {
      const { status } = error as FetchBaseQueryError;
      // A text stands for no answer.
      return attempt <= 3 && (typeof status === "string" || status === 429 || status >= 500);
    },
  }),
  endpoints: (build) => ({
    agents: build.query<Agent[], void>({
      query: () => AGENTS,
      transformResponse: ({ agents }: { agents: Agent[] }) => agents,
    }),
  }),
});

const createStore = (identity: Identity) =>
  configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: identity } }).concat(api.middleware),
  });

/** Within `<IdentityBoundary>`: each person has a store of their own. */
export function Store({ children }: { children: ReactNode }) {
  const identity = useIdentity();
  const [store] = useState(() => createStore(identity));
  return <Provider store={store}>{children}</Provider>;
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
      // Takes the agent off the list at once, and puts it back where that fails.
      onQueryStarted(id, { dispatch, queryFulfilled }) {
        const without = (agents: Agent[]) => agents.filter((agent) => agent.id !== id);
        const change = dispatch(api.util.updateQueryData("agents", undefined, without));
        queryFulfilled.catch(change.undo);
      },
    }),
  }),
});
