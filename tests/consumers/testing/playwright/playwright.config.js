import { defineConfig } from "@playwright/test";

export default defineConfig({
  reporter: "line",
  workers: 1,
  use: {
    baseURL: process.env.BASE_URL,
    launchOptions: { executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] },
  },
});
