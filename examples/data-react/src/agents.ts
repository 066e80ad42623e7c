import { session } from "./session";

export type Agent = { id: number; name: string };

export const AGENTS = "/agent-hub-api/api/agent/list";

/** The agents that whoever is signed in may use. Ends with its identity, and by the library's own signal. */
export async function loadAgents(signal?: AbortSignal): Promise<Agent[]> {
  const response = await session.fetch(AGENTS, { signal });
  if (!response.ok) throw new Error(`No agents: ${response.status}`);
  const { agents } = await response.json();
  return agents;
}
