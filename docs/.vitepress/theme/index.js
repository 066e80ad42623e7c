import DefaultTheme from "vitepress/theme-without-fonts";
import FrameworkTabs from "./FrameworkTabs.vue";
import { readFramework } from "./frameworks.js";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("FrameworkTabs", FrameworkTabs);
    // VitePress would go on, with half a page.
    if (import.meta.env.SSR) app.config.throwUnhandledErrorInProduction = true;
    else readFramework();
  },
};
