import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the packages are: beside all of these apps. An app of its own needs no such line. */
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @type {import("next").NextConfig} */
export default { turbopack: { root }, outputFileTracingRoot: root };
