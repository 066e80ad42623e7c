// A page with the elements and the inspector. With `?preview` the page uses a session that the panel can change, with `?idle` the test opens
// the panel.

import { defineElements } from "./pkg/dist/elements.js";
import { inspect, previewable } from "./pkg/dist/inspector.js";
import { createSession } from "./pkg/index.js";

const query = new URLSearchParams(location.search);
const session = createSession({ revalidate: { onFocus: false } });
const shown = query.has("preview") ? previewable(session) : session;
Object.assign(globalThis, { inspect, previewable, session, shown, gates: [] });
defineElements(shown);
if (!query.has("idle")) globalThis.panel = inspect(session, { open: true });

/** Makes a gate that the page keeps and listens to. */
globalThis.hold = (conditions) => {
  const gate = shown.gate(conditions);
  gates.push(gate);
  gate.subscribe(() => {});
};
