const origin = process.env.PLATFORM_ORIGIN ?? "http://127.0.0.1:8787";

// The deployment in development. In production a gateway serves it and the app at one origin.
const platform = (path: string) => ({ [path]: { target: origin + path } });

export default defineNuxtConfig({
  compatibilityDate: "2026-01-01",
  telemetry: false,
  app: { head: { title: "Reports", htmlAttrs: { lang: "en" }, link: [{ rel: "icon", href: "data:," }] } },
  // Without this list Nuxt's development server finds these packages only at the first page, and reloads it.
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
