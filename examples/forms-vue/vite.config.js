import vue from "@vitejs/plugin-vue";
import { platformSession } from "platform-session/vite";
import { defineConfig } from "vite";

const isCustomElement = (tag) => tag === "sign-in-form";

export default defineConfig({
  // In development it serves the reference deployment: `npm start -- --origin http://localhost:5173` lets single sign-on come back.
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } }), platformSession()],
});
