import { framework } from "./framework.mjs";

export const vue = framework("Vue", { client: "vue.js", server: "vue.server.js", hasSyncEffects: true });
