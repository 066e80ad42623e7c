import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// The reference deployment: `npm start -- --origin http://localhost:5173` lets single sign-on come back to this server.
const platform = { target: "http://127.0.0.1:8787" };

export default defineConfig({
  plugins: [react()],
  server: { proxy: { "^/(api|agent-hub-api|networks-api|data-api)/": platform } },
});
