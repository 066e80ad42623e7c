import { platformSession } from "platform-session/vite";
import { defineConfig } from "vite";

export default defineConfig({
  // In development it serves the reference deployment: `npm start -- --origin http://localhost:5173` lets single sign-on come back.
  plugins: [platformSession()],
  // The app is the one of React, as it is.
  root: "../react",
  build: { outDir: "../react-preact/dist", emptyOutDir: true },
  resolve: { alias: { react: "preact/compat", "react-dom": "preact/compat" } },
});
