const origin = process.env.PLATFORM_ORIGIN ?? "http://127.0.0.1:8787";

// The deployment, in development: in production, a gateway puts it and the app behind one origin.
const platform = (path: string) => ({ [path]: { target: origin + path } });

export default defineNuxtConfig({
  compatibilityDate: "2026-01-01",
  telemetry: false,
  app: { head: { title: "Reports", htmlAttrs: { lang: "en" }, link: [{ rel: "icon", href: "data:," }] } },
  // Otherwise Nuxt's development server finds them at the first page, and loads that again.
  vite: { optimizeDeps: { include: ["platform-session", "platform-session/vue"] } },
  nitro: {
    devProxy: {
      ...platform("/api"),
      ...platform("/agent-hub-api"),
      ...platform("/networks-api"),
      ...platform("/data-api"),
    },
  },
});
