import { useMutation, useQuery } from "@tanstack/react-query";
import type { Session } from "platform-session";
import { retry } from "platform-session/errors";
import { useIdentity } from "platform-session/react";
import { AgentList } from "./AgentList";
import { type Agent, loadAgents, removeAgent } from "./agents";

export function TanStackQueryAgents() {
  const { fetch } = useIdentity();
  const { data, isError } = useQuery({
    queryKey: ["agents"],
    queryFn: ({ signal }) => loadAgents(fetch, signal),
  });
  const { mutate } = useRemoval(fetch);
  return <AgentList by="TanStack Query" agents={data} isError={isError} onRemove={mutate} />;
}

/** Removes an agent from the list at once, and restores the list where the request fails. */
const useRemoval = (fetch: Session["fetch"]) =>
  useMutation({
    mutationFn: (id: number) => removeAgent(fetch, id),
    retry,
    onMutate(id, { client }) {
      const before = client.getQueryData<Agent[]>(["agents"]);
      client.setQueryData<Agent[]>(["agents"], (agents) => agents?.filter((agent) => agent.id !== id));
      return before;
    },
    onError: (_error, _id, before, { client }) => client.setQueryData(["agents"], before),
  });
