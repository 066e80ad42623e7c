import { defineConfig } from "vite";

const platform = { target: "http://127.0.0.1:8787" };

export default defineConfig({
  server: { proxy: { "^/(api|agent-hub-api|networks-api|data-api)/": platform } },
});
