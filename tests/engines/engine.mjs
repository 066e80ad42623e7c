// The three browser engines, each of the browser that this machine has, headless, behind one small interface.

import { launchChromium } from "./chromium.mjs";
import { launchFirefox } from "./firefox.mjs";
import { launchWebKit } from "./webkit.mjs";

/**
 * Each starts its browser: `launch()` gives `{ version, open(url), windowOf(act), close() }`. `open` gives a page, in a window of
 * its own, so that no page hides another, and `windowOf` the page in the window that `act` makes open.
 *
 * A page is `{ evaluate(fn, ...args), click(selector), isClosed(), close() }`. `evaluate` runs a function in the page, awaits
 * what it returns, and hands that on; arguments and outcome cross as JSON. `click` is one that people make.
 * @type {Record<"chromium" | "firefox" | "webkit" | "firefox without WebAssembly", () => Promise<Engine>>}
 */
export const ENGINES = {
  chromium: launchChromium,
  firefox: () => launchFirefox(),
  webkit: launchWebKit,
  "firefox without WebAssembly": () => launchFirefox({ "javascript.options.wasm": false }),
};

/**
 * @typedef {{
 *   version: string,
 *   open(url: string): Promise<EnginePage>,
 *   windowOf(act: () => Promise<unknown>): Promise<EnginePage>,
 *   close(): Promise<void>,
 * }} Engine
 * @typedef {{
 *   evaluate(fn: Function, ...args: unknown[]): Promise<any>,
 *   click(selector: string): Promise<void>,
 *   isClosed(): Promise<boolean>,
 *   close(): Promise<void>,
 * }} EnginePage
 */
