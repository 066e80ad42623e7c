import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** The folder with the packages: this one, or the one beside all of these apps. Your own app does not need this line. */
const root = existsSync(join(here, "node_modules/next")) ? here : dirname(here);

/** The deployment. In production a gateway serves it at the app's origin. */
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
