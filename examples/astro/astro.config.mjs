import node from "@astrojs/node";
import { defineConfig } from "astro/config";
import { platformSession } from "platform-session/vite";

export default defineConfig({
  output: "server",
  adapter: node({ mode: "standalone" }),
  // In development it serves the reference deployment: `npm start -- --origin http://localhost:4321` lets single sign-on come back.
  vite: { plugins: [platformSession()] },
});
