import { platformSession } from "platform-session/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [platformSession()],
});
