import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the packages are: beside all of these apps. An app of its own needs no such line. */
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The deployment, which a gateway puts behind the app's origin in production. */
const platform = process.env.PLATFORM_ORIGIN;

/** @type {import("next").NextConfig} */
export default {
  turbopack: { root },
  outputFileTracingRoot: root,
  rewrites: async () =>
    platform
      ? [
          {
            source: "/:api(api|agent-hub-api|networks-api|data-api)/:path*",
            destination: `${platform}/:api/:path*`,
          },
        ]
      : [],
};
