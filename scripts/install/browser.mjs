// Finds and installs the browsers that tests and benchmarks drive: Chromium, with the driver that wasm-bindgen's test runner needs, Firefox,
// and WebKit, which needs a screen (Xvfb is one in memory).

import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { commandPath, installOrAsk } from "./system.mjs";

/**
 * The features of Chromium that are switched off. The first two are for its address bar, which loads some hundred files in each new window. The
 * other ones are Playwright's own list, which this list replaces.
 */
const DISABLED_FEATURES = [
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

/** Chromium's switches for running without a screen, as root, and without requests to the internet. */
export const chromiumArguments = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${DISABLED_FEATURES.join(",")}`,
];

const COMMANDS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const APPLICATIONS = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

// The folders in which Playwright keeps its browsers, and the paths of the program within a Chromium folder.
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

/** Returns the path of a Chromium or Chrome, or `null`. The environment variable `CHROMIUM` overrides the search. */
export function findChromium() {
  if (process.env.CHROMIUM) return executable(process.env.CHROMIUM);
  for (const command of COMMANDS) {
    const path = commandPath(command);
    if (path) return path;
  }
  return [...APPLICATIONS, ...playwrightPrograms()].find((path) => executable(path)) ?? null;
}

/** Returns the path of a chromedriver, or `null`. The environment variable `CHROMEDRIVER` overrides the search. */
export function findChromedriver() {
  if (process.env.CHROMEDRIVER) return executable(process.env.CHROMEDRIVER);
  return commandPath("chromedriver");
}

/** Returns the path of a Firefox, or `null`. The environment variable `FIREFOX` overrides the search. */
export function findFirefox() {
  if (process.env.FIREFOX) return executable(process.env.FIREFOX);
  return commandPath("firefox-esr") ?? commandPath("firefox");
}

/** Returns the path of WebKitGTK's driver, or `null`. */
export const findWebKitDriver = () => commandPath("WebKitWebDriver");
/** Returns the path of Xvfb, a screen in memory, or `null`. */
export const findXvfb = () => commandPath("Xvfb");
/** Returns the path of the browser that WebKitGTK's driver drives, or `null`. */
export function findMiniBrowser() {
  const libraries = ["/usr/lib", "/usr/libexec"].filter((folder) => existsSync(folder));
  // Debian has a folder for the machine's architecture in between.
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

/** Installs Chromium and its driver if they are missing, where that is possible and allowed. */
export async function ensureChromium() {
  if (findChromium() && findChromedriver()) return;
  await installOrAsk(
    "a browser to test in",
    ["chromium", "chromium-driver"],
    "Chrome or Chromium with the chromedriver of its version (or name them in CHROMIUM and CHROMEDRIVER)",
  );
}

/** Installs all three browsers if they are missing, where that is possible and allowed. */
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

/** Returns the path if it is an executable file; else `null`. */
function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return null;
  }
}
