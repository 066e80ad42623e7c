import type { Agent } from "./agents";

export function AgentList({ by, agents, isError }: { by: string; agents?: Agent[]; isError: boolean }) {
  return (
    <section aria-label={by}>
      <h2>{by}</h2>
      {agents ? (
        <ul>
          {agents.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      ) : (
        <p>{isError ? "The agents cannot be shown." : "One moment…"}</p>
      )}
    </section>
  );
}
