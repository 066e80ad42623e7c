// The browsers that tests and benchmarks drive: Chromium, with the driver that wasm-bindgen's test runner needs for it,
// Firefox, and WebKit, which needs a screen, if only one in memory.

import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { commandPath, installOrAsk } from "./system.mjs";

/**
 * Chromium's address bar is made of pages, too: with each new window it loads some hundred files for it, beside the page that
 * is looked at. A list of features takes the place of Playwright's own, so that one is repeated here.
 */
const FEATURES_LEFT_OUT = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/** Chromium's switches for a machine without a screen, as root, that asks nothing of the outside world. */
export const chromiumArguments = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${FEATURES_LEFT_OUT.join(",")}`,
];

const COMMANDS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const APPLICATIONS = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

// Where Playwright keeps the browsers it downloads, and the program within one of its Chromium folders.
const PLAYWRIGHT_CACHES = [
  process.env.PLAYWRIGHT_BROWSERS_PATH,
  join(homedir(), ".cache", "ms-playwright"),
  join(homedir(), "Library", "Caches", "ms-playwright"),
];
const PLAYWRIGHT_PROGRAMS = [
  "chrome-linux/chrome",
  "chrome-linux64/chrome",
  "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
  "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
];

/** The path of a Chromium or Chrome, or `null`. `CHROMIUM` overrides the search. */
export function findChromium() {
  if (process.env.CHROMIUM) return executable(process.env.CHROMIUM);
  for (const command of COMMANDS) {
    const path = commandPath(command);
    if (path) return path;
  }
  return [...APPLICATIONS, ...playwrightPrograms()].find((path) => executable(path)) ?? null;
}

/** The path of a chromedriver, or `null`. `CHROMEDRIVER` overrides the search. */
export function findChromedriver() {
  if (process.env.CHROMEDRIVER) return executable(process.env.CHROMEDRIVER);
  return commandPath("chromedriver");
}

/** The path of a Firefox, or `null`. `FIREFOX` overrides the search. */
export function findFirefox() {
  if (process.env.FIREFOX) return executable(process.env.FIREFOX);
  return commandPath("firefox-esr") ?? commandPath("firefox");
}

/** The paths of WebKitGTK's driver, of the browser that it drives, and of a screen in memory; `null` each. */
export const findWebKitDriver = () => commandPath("WebKitWebDriver");
export const findXvfb = () => commandPath("Xvfb");
export function findMiniBrowser() {
  const libraries = ["/usr/lib", "/usr/libexec"].filter((folder) => existsSync(folder));
  // Debian keeps it in a folder of the machine's architecture.
  const folders = libraries.flatMap((folder) => [
    folder,
    ...readdirSync(folder)
      .filter((name) => name.endsWith("-linux-gnu"))
      .map((name) => join(folder, name)),
  ]);
  const programs = ["webkit2gtk-4.1/MiniBrowser", "webkitgtk-6.0/MiniBrowser"];
  return (
    folders
      .flatMap((folder) => programs.map((program) => join(folder, program)))
      .find((path) => executable(path)) ?? null
  );
}

/** Installs Chromium and its driver where that is possible and allowed. */
export async function ensureChromium() {
  if (findChromium() && findChromedriver()) return;
  await installOrAsk(
    "a browser to test in",
    ["chromium", "chromium-driver"],
    "Chrome or Chromium with the chromedriver of its version (or name them in CHROMIUM and CHROMEDRIVER)",
  );
}

/** The same for all three browsers. */
export async function ensureBrowsers() {
  await ensureChromium();
  if (!findFirefox()) {
    await installOrAsk("Firefox to test in", ["firefox-esr"], "Firefox (or name it in FIREFOX)");
  }
  if (!findWebKitDriver() || !findMiniBrowser() || !findXvfb()) {
    await installOrAsk(
      "WebKit to test in",
      ["webkit2gtk-driver", "xvfb"],
      "WebKitGTK's MiniBrowser and WebKitWebDriver, and Xvfb",
    );
  }
}

function playwrightPrograms() {
  return PLAYWRIGHT_CACHES.filter((cache) => cache && existsSync(cache)).flatMap((cache) =>
    readdirSync(cache)
      .filter((folder) => /^chromium-\d+$/.test(folder))
      .sort()
      .reverse()
      .flatMap((folder) => PLAYWRIGHT_PROGRAMS.map((program) => join(cache, folder, program))),
  );
}

function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return null;
  }
}
