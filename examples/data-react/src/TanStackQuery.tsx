import { QueryClient, useQuery } from "@tanstack/react-query";
import { AgentList } from "./AgentList";
import { loadAgents } from "./agents";
import { session } from "./session";

export const queryClient = new QueryClient();

session.addEventListener("identity-ended", () => queryClient.clear());

export function TanStackQueryAgents() {
  const { data, isError } = useQuery({
    queryKey: ["agents"],
    queryFn: ({ signal }) => loadAgents(signal),
  });
  return <AgentList by="TanStack Query" agents={data} isError={isError} />;
}
