import { useCan, usePermissions } from "platform-session/react";

const TOOLS = [
  { name: "Chats", feature: "chat-history" },
  { name: "Analysis", feature: "report-analysis" },
  { name: "Forecasts", feature: "forecasts" },
] as const;

/** A menu that is made of a list. */
export function Tools() {
  const { can, features } = usePermissions();
  // One of several: those with the feature, and experts in any case.
  const mayExport = useCan({ anyOf: [{ feature: "report-analysis" }, { atLeast: "expert" }] });
  // What the deployment does not list is not in this installation: there is no line for it.
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
