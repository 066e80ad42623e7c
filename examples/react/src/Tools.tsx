import { useCan, usePermissions } from "platform-session/react";

const TOOLS = [
  { name: "Chats", feature: "chat-history" },
  { name: "Analysis", feature: "report-analysis" },
  { name: "Forecasts", feature: "forecasts" },
] as const;

/** A menu that is built from a list. */
export function Tools() {
  const { can, features } = usePermissions();
  // One of these conditions is enough: the feature, or the role of an expert.
  const mayExport = useCan({ anyOf: [{ feature: "report-analysis" }, { atLeast: "expert" }] });
  // A feature that the deployment does not list is not installed, and gets no entry.
  const tools = TOOLS.filter(({ feature }) => feature in features);
  return (
    <ul>
      {tools.map(({ name, feature }) => (
        <li key={feature}>{can(feature) ? name : `${name} (not in your plan)`}</li>
      ))}
      {mayExport && <li>Export</li>}
    </ul>
  );
}
