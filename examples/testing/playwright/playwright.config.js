import { defineConfig } from "@playwright/test";

const { BASE_URL, CHROMIUM, PORT = "5173" } = process.env;
const SERVED = `http://127.0.0.1:${PORT}`;

export default defineConfig({
  reporter: "line",
  workers: 1,
  // Playwright starts no server where the page is served already.
  webServer: BASE_URL ? undefined : { command: `npm run dev -- --port ${PORT} --strictPort`, url: SERVED },
  use: {
    baseURL: BASE_URL ?? SERVED,
    launchOptions: { executablePath: CHROMIUM || undefined, args: ["--no-sandbox"] },
  },
});
