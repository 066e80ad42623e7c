import { framework } from "./conformance.mjs";

export const solid = [framework("Solid", { client: "solid.jsx", server: "solid.server.jsx" })];
