import { createTRPCClient, httpLink } from "@trpc/client";
import { Client, fetchExchange } from "@urql/core";
import axios from "axios";
import { GraphQLClient } from "graphql-request";
import ky from "ky";
import { createFetch } from "ofetch";
import createClient from "openapi-fetch";
import { pageSession } from "platform-session";

export const session = pageSession();
const { fetch } = session;
const graphql = `${location.origin}/data-api/graphql`;

export const kyClient = ky.create({ fetch });
// Without `retry`, it would send a request that ended with its user again, for the next one.
export const ofetchClient = createFetch({ fetch, defaults: { retry: 0 } });
export const axiosClient = axios.create({ adapter: "fetch", env: { fetch, Request, Response } });
export const openapiClient = createClient({ baseUrl: location.origin, fetch });
export const trpcClient = createTRPCClient({ links: [httpLink({ url: "/data-api/trpc", fetch })] });
export const graphqlClient = new GraphQLClient(graphql, { fetch });
export const urqlClient = new Client({ url: graphql, exchanges: [fetchExchange], fetch });
