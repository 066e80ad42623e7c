import { retryDelay } from "platform-session/data";
import { retry } from "platform-session/errors";
import { useIdentity } from "platform-session/react";
import type { ReactNode } from "react";
import useSWR, { SWRConfig } from "swr";
import { AgentList } from "./AgentList";
import { AGENTS, loadAgents } from "./agents";

/** Used within `<IdentityBoundary>`: each user has a cache of their own. */
export function SwrCache({ children }: { children: ReactNode }) {
  return (
    <SWRConfig
      value={{
        provider: () => new Map(),
        onErrorRetry(error, _key, _config, revalidate, again) {
          const failures = again.retryCount - 1;
          if (retry(failures, error)) setTimeout(revalidate, retryDelay(failures, error), again);
        },
      }}
    >
      {children}
    </SWRConfig>
  );
}

export function SwrAgents() {
  const { fetch } = useIdentity();
  const { data, error } = useSWR(AGENTS, () => loadAgents(fetch));
  return <AgentList by="SWR" agents={data} isError={error !== undefined} />;
}
