import { createTRPCClient, httpLink } from "@trpc/client";
import { Client, fetchExchange } from "@urql/core";
import axios from "axios";
import { GraphQLClient } from "graphql-request";
import ky from "ky";
import { createFetch } from "ofetch";
import createClient from "openapi-fetch";
import { pageSession } from "platform-session";

export const session = pageSession();
const graphql = `${location.origin}/data-api/graphql`;

/** Makes the clients for one identity: requests that a client repeats by itself are never sent for the next user. */
const createClients = ({ fetch }) => ({
  ky: ky.create({ fetch }),
  ofetch: createFetch({ fetch }),
  axios: axios.create({ adapter: "fetch", env: { fetch, Request, Response } }),
  openapi: createClient({ baseUrl: location.origin, fetch }),
  trpc: createTRPCClient({ links: [httpLink({ url: "/data-api/trpc", fetch })] }),
  graphql: new GraphQLClient(graphql, { fetch }),
  urql: new Client({ url: graphql, exchanges: [fetchExchange], fetch }),
});

/** Returns the clients of the current identity. */
export let clients = createClients(session.identity);
session.addEventListener("identity-ended", () => {
  clients = createClients(session.identity);
});
