import { fileURLToPath } from "node:url";

/** Where the repository is, its examples and these tests, each with a slash at its end. */
export const repository = fileURLToPath(new URL("../../../", import.meta.url));
export const examples = `${repository}examples/`;
export const consumers = fileURLToPath(new URL("../", import.meta.url));
/** The frameworks with their tools, and the package that is unpacked among them. */
export const frameworks = `${examples}node_modules/`;
export const installed = `${frameworks}platform-session/`;
