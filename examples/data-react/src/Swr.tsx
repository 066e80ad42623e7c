import type { ReactNode } from "react";
import useSWR, { SWRConfig } from "swr";
import { AgentList } from "./AgentList";
import { AGENTS, loadAgents } from "./agents";

/** Within `<OnePerson>`: each person has a cache of their own. */
export function SwrCache({ children }: { children: ReactNode }) {
  return <SWRConfig value={{ provider: () => new Map() }}>{children}</SWRConfig>;
}

export function SwrAgents() {
  const { data, error } = useSWR(AGENTS, () => loadAgents());
  return <AgentList by="SWR" agents={data} isError={error !== undefined} />;
}
