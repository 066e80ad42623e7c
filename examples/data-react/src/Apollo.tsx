import { ApolloClient, gql, HttpLink, InMemoryCache } from "@apollo/client";
import { ApolloProvider, useQuery } from "@apollo/client/react";
import type { Identity } from "platform-session";
import { useIdentity } from "platform-session/react";
import { type ReactNode, useState } from "react";
import { AgentList } from "./AgentList";
import type { Agent } from "./agents";
import { graphqlOf } from "./graphql";

// `graphqlOf` stands in for an endpoint of yours: with one, `HttpLink({ uri, fetch })`.
const createClient = ({ fetch }: Identity) =>
  new ApolloClient({
    cache: new InMemoryCache(),
    link: new HttpLink({ uri: "/data-api/graphql", fetch: graphqlOf(fetch) }),
  });

/** Within `<IdentityBoundary>`: each person has a client of their own. */
export function ApolloCache({ children }: { children: ReactNode }) {
  const identity = useIdentity();
  const [client] = useState(() => createClient(identity));
  return <ApolloProvider client={client}>{children}</ApolloProvider>;
}

const AGENTS = gql`query Agents { agents { id name } }`;

export function ApolloAgents() {
  const { data, error } = useQuery<{ agents: Agent[] }>(AGENTS);
  return <AgentList by="Apollo Client" agents={data?.agents} isError={error !== undefined} />;
}
