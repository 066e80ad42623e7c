import { fileURLToPath } from "node:url";

/** Where the repository is, and in it the frameworks with their tools, and the package that is unpacked among them. */
export const repository = fileURLToPath(new URL("../../../", import.meta.url));
export const consumers = fileURLToPath(new URL("../", import.meta.url));
export const installed = `${consumers}node_modules/platform-session/`;
