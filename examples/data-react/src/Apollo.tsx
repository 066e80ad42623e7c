import { ApolloClient, gql, HttpLink, InMemoryCache } from "@apollo/client";
import { ApolloProvider, useQuery } from "@apollo/client/react";
import { perIdentity } from "platform-session/data";
import { useSessionClient } from "platform-session/react";
import type { ReactNode } from "react";
import { AgentList } from "./AgentList";
import type { Agent } from "./agents";
import { graphqlOf } from "./graphql";

// `graphqlOf` stands in for your GraphQL endpoint. With one, write `HttpLink({ uri, fetch })`.
const clientOf = perIdentity(
  ({ identity: { fetch } }) =>
    new ApolloClient({
      cache: new InMemoryCache(),
      link: new HttpLink({ uri: "/data-api/graphql", fetch: graphqlOf(fetch) }),
    }),
);

/** Used within `<IdentityBoundary>`. */
export function ApolloCache({ children }: { children: ReactNode }) {
  return <ApolloProvider client={clientOf(useSessionClient())}>{children}</ApolloProvider>;
}

const AGENTS = gql`query Agents { agents { id name } }`;

export function ApolloAgents() {
  const { data, error } = useQuery<{ agents: Agent[] }>(AGENTS);
  return <AgentList by="Apollo Client" agents={data?.agents} isError={error !== undefined} />;
}
