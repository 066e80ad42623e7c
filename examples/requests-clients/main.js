import { clients, session } from "./clients.js";

const AGENTS = "/agent-hub-api/api/agent/list";
const QUERY = "query Agents { agents { name } }";

/** Functions that load the agents, by client. The reference deployment has neither tRPC nor GraphQL. */
const LOADS = {
  ky: async () => (await clients.ky.get(AGENTS).json()).agents,
  ofetch: async () => (await clients.ofetch(AGENTS)).agents,
  axios: async () => (await clients.axios.get(AGENTS)).data.agents,
  "openapi-fetch": async () => (await clients.openapi.GET(AGENTS)).data.agents,
  tRPC: () => clients.trpc.agents.query(),
  "graphql-request": async () => (await clients.graphql.request(QUERY)).agents,
  urql: async () => (await clients.urql.query(QUERY, {}).toPromise()).data.agents,
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
