import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** Where the packages are: here, or beside all of these apps. An app of its own needs no such line. */
const root = existsSync(join(here, "node_modules/next")) ? here : dirname(here);

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
