import { react18 as alias } from "../support/bundle.mjs";
import { framework } from "./framework.mjs";

const app = { client: "react.jsx", server: "react.server.jsx" };

export const react19 = framework("React 19", app);
export const react18 = framework("React 18", { ...app, alias, isOtherMajor: true });
