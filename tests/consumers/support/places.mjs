import { fileURLToPath } from "node:url";

/** The paths of the repository, its examples and these tests, each with a slash at its end. */
export const repository = fileURLToPath(new URL("../../../", import.meta.url));
export const examples = `${repository}examples/`;
export const consumers = fileURLToPath(new URL("../", import.meta.url));
/** The installed frameworks and tools, and the unpacked package among them. */
export const frameworks = `${examples}node_modules/`;
export const installed = `${frameworks}platform-session/`;
