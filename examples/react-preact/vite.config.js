import { platformSession } from "platform-session/vite";
import { defineConfig } from "vite";

export default defineConfig({
  // In development it serves the reference deployment: `npm start -- --origin http://localhost:5173` lets single sign-on come back.
  plugins: [platformSession()],
  resolve: { alias: { react: "preact/compat", "react-dom": "preact/compat" } },
});
