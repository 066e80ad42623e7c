import DefaultTheme from "vitepress/theme-without-fonts";
import { defineAsyncComponent } from "vue";
import FrameworkTabs from "./FrameworkTabs.vue";
import { readFramework } from "./frameworks.js";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("FrameworkTabs", FrameworkTabs);
    app.component(
      "PlaygroundPage",
      defineAsyncComponent(() => import("./playground/PlaygroundPage.vue")),
    );
    if (!import.meta.env.SSR) readFramework();
  },
};
