import { platformSession } from "platform-session/vite";
import { defineConfig } from "vite";

export default defineConfig({
  // In development it serves the reference deployment: `npm start -- --origin http://localhost:5173` lets single sign-on come back.
  plugins: [platformSession()],
  // For the reporter, which names functions and lines by them. Do not publish them.
  build: { sourcemap: "hidden" },
});
