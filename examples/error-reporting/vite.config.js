import { defineConfig } from "vite";

// The reference deployment: `npm start -- --origin http://localhost:5173` lets single sign-on come back to this server.
const platform = { target: "http://127.0.0.1:8787" };

export default defineConfig({
  // For the reporter, which names functions and lines by them. Do not publish them.
  build: { sourcemap: "hidden" },
  server: { proxy: { "^/(api|agent-hub-api|networks-api|data-api)/": platform } },
});
