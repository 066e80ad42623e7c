import { configureStore } from "@reduxjs/toolkit";
import { createApi, fetchBaseQuery } from "@reduxjs/toolkit/query/react";
import { AgentList } from "./AgentList";
import { AGENTS, type Agent } from "./agents";
import { session } from "./session";

const api = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: location.origin, fetchFn: session.fetch }),
  endpoints: (build) => ({
    agents: build.query<Agent[], void>({
      query: () => AGENTS,
      transformResponse: ({ agents }: { agents: Agent[] }) => agents,
    }),
  }),
});

export const store = configureStore({
  reducer: { [api.reducerPath]: api.reducer },
  middleware: (defaults) => defaults().concat(api.middleware),
});

session.addEventListener("identity-ended", () => store.dispatch(api.util.resetApiState()));

export function RtkQueryAgents() {
  const { data, isError } = api.useAgentsQuery();
  return <AgentList by="RTK Query" agents={data} isError={isError} />;
}
