import node from "@astrojs/node";
import { defineConfig } from "astro/config";

// The reference deployment: `npm start -- --origin http://localhost:4321` lets single sign-on come back to this server.
const platform = { target: "http://127.0.0.1:8787" };

export default defineConfig({
  output: "server",
  adapter: node({ mode: "standalone" }),
  vite: { server: { proxy: { "^/(api|agent-hub-api|networks-api|data-api)/": platform } } },
});
