import * as clients from "./clients.js";

const { session, kyClient, axiosClient, openapiClient, ofetchClient, trpcClient, graphqlClient, urqlClient } =
  clients;
const AGENTS = "/agent-hub-api/api/agent/list";
const QUERY = "query Agents { agents { name } }";

/** The agents, by each client. The reference deployment has neither tRPC nor GraphQL. */
const LOADS = {
  ky: async () => (await kyClient.get(AGENTS).json()).agents,
  ofetch: async () => (await ofetchClient(AGENTS)).agents,
  axios: async () => (await axiosClient.get(AGENTS)).data.agents,
  "openapi-fetch": async () => (await openapiClient.GET(AGENTS)).data.agents,
  tRPC: () => trpcClient.agents.query(),
  "graphql-request": async () => (await graphqlClient.request(QUERY)).agents,
  urql: async () => (await urqlClient.query(QUERY, {}).toPromise()).data.agents,
};

for (const [name, load] of Object.entries(LOADS)) {
  const button = document.body.appendChild(document.createElement("button"));
  const place = document.body.appendChild(document.createElement("p"));
  button.textContent = name;
  button.addEventListener("click", async () => {
    try {
      place.textContent = (await load()).map((agent) => agent.name).join(", ");
    } catch (error) {
      place.textContent = `Failed: ${error.message}`;
    }
  });
}

const form = document.querySelector("form");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  await session.login({ email: form.email.value, password: form.password.value });
});
document.querySelector("#sign-out").addEventListener("click", () => {
  session.logout().catch(() => {});
});
session.subscribe(({ user }) => {
  document.querySelector("#who").textContent = user?.name ?? "Signed out";
});
