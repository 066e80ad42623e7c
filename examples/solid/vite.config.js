import { defineConfig } from "vite";
import solid from "vite-plugin-solid";

// The reference deployment: `npm start -- --origin http://localhost:5173` lets single sign-on come back to this server.
const platform = { target: "http://127.0.0.1:8787" };

export default defineConfig({
  plugins: [solid()],
  server: { proxy: { "^/(api|agent-hub-api|networks-api|data-api)/": platform } },
});
