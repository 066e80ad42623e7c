import { react18 } from "../support/bundle.mjs";
import { framework } from "./conformance.mjs";

export const react = [
  framework("React 19", { client: "react.jsx", server: "react.server.jsx" }),
  framework("React 18", {
    client: "react.jsx",
    server: "react.server.jsx",
    alias: react18,
    isOtherMajor: true,
  }),
];
