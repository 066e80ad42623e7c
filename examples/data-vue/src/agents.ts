import { type Fetch, orThrow } from "platform-session/errors";

export type Agent = { id: number; name: string };

export const AGENTS = "/agent-hub-api/api/agent/list";

/** The agents of the user that `fetch` is for. The signal is the library's: it ends a request that no component waits for any more. */
export async function loadAgents(fetch: Fetch, signal?: AbortSignal): Promise<Agent[]> {
  const response = orThrow(await fetch(AGENTS, { signal: signal ?? null }));
  const { agents } = await response.json();
  return agents;
}

export async function removeAgent(fetch: Fetch, id: number) {
  orThrow(await fetch(`/agent-hub-api/api/agent/${id}`, { method: "DELETE" }));
}
