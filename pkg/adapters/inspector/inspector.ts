// For development: a panel that says why each gate is as it is, and a session that shows what the panel says.

export { inspect } from "./inspect.js";
export { previewable } from "./previewable.js";
