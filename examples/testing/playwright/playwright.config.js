import { defineConfig } from "@playwright/test";

const SERVED = "http://127.0.0.1:5173";
const { BASE_URL, CHROMIUM } = process.env;

export default defineConfig({
  reporter: "line",
  workers: 1,
  // Not where the page is served already.
  webServer: BASE_URL ? undefined : { command: "node ../../../serve.mjs", cwd: "site", url: SERVED },
  use: {
    baseURL: BASE_URL ?? SERVED,
    launchOptions: { executablePath: CHROMIUM || undefined, args: ["--no-sandbox"] },
  },
});
