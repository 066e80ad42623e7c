import { framework } from "./conformance.mjs";

export const vue = [framework("Vue", { client: "vue.js", server: "vue.server.js" })];
