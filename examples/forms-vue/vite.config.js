import vue from "@vitejs/plugin-vue";
import { defineConfig } from "vite";

// The reference deployment: `npm start -- --origin http://localhost:5173` lets single sign-on come back to this server.
const platform = { target: "http://127.0.0.1:8787" };

const isCustomElement = (tag) => tag === "sign-in-form";

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
  server: { proxy: { "^/(api|agent-hub-api|networks-api|data-api)/": platform } },
});
