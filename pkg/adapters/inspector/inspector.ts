// For development: `inspect` shows a panel with the reason for the state of each gate; `previewable` makes a session that the panel can change.

export { inspect } from "./inspect.js";
export { previewable } from "./previewable.js";
