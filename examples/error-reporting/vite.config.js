import { platformSession } from "platform-session/vite";
import { defineConfig } from "vite";

export default defineConfig({
  // In development it serves the reference deployment: `npm start -- --origin http://localhost:5173` lets single sign-on come back.
  plugins: [platformSession()],
  // The reporter needs source maps to name functions and lines. Do not publish them.
  build: { sourcemap: "hidden" },
});
