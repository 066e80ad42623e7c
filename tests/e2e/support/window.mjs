import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { chromiumArguments, findChromium } from "../../../scripts/install/browser.mjs";
import { within } from "./until.mjs";

const START_MS = 20_000;
const STOP_MS = 5_000;

/**
 * Opens one window of a Chromium with its usual settings: the tab behind is really hidden and without focus, and a page that
 * is left goes into the back/forward cache. (In what `launchBrowser` starts every page counts as visible and focused,
 * and there is no such cache.) Scripts that are to run first belong to a page here, not to the context.
 */
export async function openWindow() {
  const profile = await mkdtemp(join(tmpdir(), "platform-session-"));
  // Without `--allow-pre-commit-input`, Chromium drops a click on a page that is not painted yet. Playwright sets it by default.
  const flags = [
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    "--allow-pre-commit-input",
    "about:blank",
  ];
  const child = spawn(findChromium(), [...chromiumArguments, ...flags], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);

  const close = async () => {
    child.kill("SIGTERM");
    const kill = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    await ended;
    clearTimeout(kill);
    process.off("exit", killWithUs);
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  };
  try {
    const address = await within(START_MS, "Starting Chromium", printedAddress(child));
    // Without Playwright's defaults, by which every tab counts as visible and focused.
    const browser = await chromium.connectOverCDP(address, { noDefaults: true, timeout: START_MS });
    const [context] = browser.contexts();
    return { context, close: () => browser.close().finally(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

function printedAddress(child) {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      output += text;
      const address = /DevTools listening on (ws:\S+)\s/.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`Chromium ended (${code}): ${output}`)));
  });
}
