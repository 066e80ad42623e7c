import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { load } from "./load";

export type Agent = { id: number; name: string };

export async function loadAgents({ request }: LoaderFunctionArgs): Promise<Agent[]> {
  const { agents } = await load("/agent-hub-api/api/agent/list", request);
  return agents;
}

export function Agents() {
  const agents = useLoaderData<typeof loadAgents>();
  return (
    <ul>
      {agents.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
