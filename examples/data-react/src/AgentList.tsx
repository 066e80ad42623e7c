import type { Agent } from "./agents";

type Props = { by: string; agents: Agent[] | undefined; isError: boolean; onRemove?: (id: number) => void };

export function AgentList({ by, agents, isError, onRemove }: Props) {
  return (
    <section aria-label={by}>
      <h2>{by}</h2>
      {agents ? (
        <ul>
          {agents.map(({ id, name }) => (
            <li key={id}>
              {name}{" "}
              {onRemove && (
                <button type="button" onClick={() => onRemove(id)}>
                  Remove
                </button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p>{isError ? "The agents cannot be shown." : "One moment…"}</p>
      )}
    </section>
  );
}
