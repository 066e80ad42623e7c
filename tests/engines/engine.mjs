// The three browser engines behind one small interface: the headless browsers of this machine.

import { launchChromium } from "./chromium.mjs";
import { launchFirefox } from "./firefox.mjs";
import { launchWebKit } from "./webkit.mjs";

/**
 * Each starts its browser: `launch()` returns `{ version, open(url), windowOf(act), close() }`. `open` returns a page in a new window,
 * so that no page hides another, and `windowOf` the page in the window that `act` opens.
 *
 * A page is `{ evaluate(fn, ...args), click(selector), isClosed(), close() }`. `evaluate` runs a function in the page, awaits
 * what it returns, and returns that; arguments and result cross as JSON. `click` is a trusted click, as of a user.
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
