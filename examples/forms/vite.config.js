// Serves the files without a build, and the package beside them, and passes the deployment's paths on.

import { createRequire } from "node:module";
import { dirname } from "node:path";
import { platformSession } from "platform-session/vite";
import sirv from "sirv";
import { defineConfig } from "vite";

const installed = dirname(createRequire(import.meta.url).resolve("platform-session/package.json"));

/** These handlers come before Vite's own, so that Vite does not transform the files. */
const asTheyAre = {
  name: "as-they-are",
  configureServer({ middlewares }) {
    middlewares.use("/platform-session", sirv(installed, { dev: true }));
    middlewares.use(sirv(import.meta.dirname, { dev: true }));
  },
};

export default defineConfig({
  server: { host: "127.0.0.1" },
  plugins: [asTheyAre, platformSession()],
});
