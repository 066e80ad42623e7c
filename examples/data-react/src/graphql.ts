import type { Session } from "platform-session";
import { AGENTS, type Agent } from "./agents";

/** The reference deployment has no GraphQL: this function answers the one query, with its list of agents. */
export const graphqlOf =
  (send: Session["fetch"]): typeof fetch =>
  async (_, init) => {
    const response = await send(AGENTS, { signal: init?.signal ?? null });
    if (!response.ok) return response;
    const { agents }: { agents: Agent[] } = await response.json();
    return Response.json({ data: { agents: agents.map((agent) => ({ __typename: "Agent", ...agent })) } });
  };
