import vue from "@vitejs/plugin-vue";
import { platformSession } from "platform-session/vite";
import { defineConfig } from "vite";

/** Tells Vue that these are custom elements, those of `signInSession()`. */
const isCustomElement = (tag) => /^(sign|session)-/.test(tag);

export default defineConfig({
  // In development it serves the reference deployment: `npm start -- --origin http://localhost:5173` lets single sign-on come back.
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } }), platformSession()],
});
