import { Gate } from "platform-session/react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import type { Agent } from "./Agents";
import { load } from "./load";

export async function loadReport({ request }: LoaderFunctionArgs): Promise<Agent> {
  const id = new URL(request.url).searchParams.get("agent") ?? "";
  const { agent } = await load(`/agent-hub-api/api/agent/${encodeURIComponent(id)}`, request);
  return agent;
}

export function Report() {
  const { name } = useLoaderData<typeof loadReport>();
  return (
    <>
      <h2>Report on {name}</h2>
      <Gate feature="chat-history" fallback={<p>No chats in your plan.</p>}>
        <p>Your chats.</p>
      </Gate>
    </>
  );
}
