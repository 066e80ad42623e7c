// Serves the files as they are, with the package beside them, and passes the deployment's paths on. Nothing is built.

import { createRequire } from "node:module";
import { dirname } from "node:path";
import { platformSession } from "platform-session/vite";
import sirv from "sirv";
import { defineConfig } from "vite";

const installed = dirname(createRequire(import.meta.url).resolve("platform-session/package.json"));

/** They come before Vite's own, so that Vite sees no file. */
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
