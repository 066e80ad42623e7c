import { framework } from "./framework.mjs";

// The options: `framework.mjs`.
export const solid = framework("Solid", {
  client: "solid.jsx",
  server: "solid.server.jsx",
  hasSyncEffects: true,
  rendersAtOnce: true,
});
