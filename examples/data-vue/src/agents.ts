import { type Fetch, orThrow } from "platform-session/errors";

export type Agent = { id: number; name: string };

export const AGENTS = "/agent-hub-api/api/agent/list";

/** Loads the agents of the user of `fetch`. The library aborts `signal` once no component waits for the request. */
export async function loadAgents(fetch: Fetch, signal?: AbortSignal): Promise<Agent[]> {
  const response = orThrow(await fetch(AGENTS, { signal: signal ?? null }));
  const { agents } = await response.json();
  return agents;
}

export async function removeAgent(fetch: Fetch, id: number) {
  orThrow(await fetch(`/agent-hub-api/api/agent/${id}`, { method: "DELETE" }));
}
