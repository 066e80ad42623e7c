// The three engines, each of the browser that this machine has, headless, behind one small face.

import { launchChromium } from "./chromium.mjs";
import { launchFirefox } from "./firefox.mjs";
import { launchWebKit } from "./webkit.mjs";

/**
 * Each starts its browser: `launch()` gives `{ version, open(url), close() }`, and `open` a page
 * `{ evaluate(fn, ...args), close() }`. `evaluate` runs a function in the page, awaits what it returns, and hands that on;
 * arguments and outcome cross as JSON.
 * @type {Record<"chromium" | "firefox" | "webkit", () => Promise<Engine>>}
 */
export const ENGINES = { chromium: launchChromium, firefox: launchFirefox, webkit: launchWebKit };

/**
 * @typedef {{ version: string, open(url: string): Promise<EnginePage>, close(): Promise<void> }} Engine
 * @typedef {{ evaluate(fn: Function, ...args: unknown[]): Promise<any>, close(): Promise<void> }} EnginePage
 */
