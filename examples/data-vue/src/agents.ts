import type { Session } from "platform-session";

export type Agent = { id: number; name: string };

export const AGENTS = "/agent-hub-api/api/agent/list";

/** The agents of whom `fetch` is for. The signal is the library's: it ends a request that nobody waits for any more. */
export async function loadAgents(fetch: Session["fetch"], signal?: AbortSignal): Promise<Agent[]> {
  const response = await fetch(AGENTS, { signal: signal ?? null });
  if (!response.ok) throw new Refusal(response);
  const { agents } = await response.json();
  return agents;
}

export async function removeAgent(fetch: Session["fetch"], id: number) {
  const response = await fetch(`/agent-hub-api/api/agent/${id}`, { method: "DELETE" });
  if (!response.ok) throw new Refusal(response);
}

/** An answer that is no success. `retryable`, as of a `SessionError`: to send the same again may help. */
class Refusal extends Error {
  readonly retryable: boolean;
  constructor({ status }: Response) {
    super(`HTTP ${status}`);
    this.retryable = status === 429 || status >= 500;
  }
}
