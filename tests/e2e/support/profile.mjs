import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { chromiumArguments, findChromium } from "../../../scripts/install/browser.mjs";

const START_MS = 20_000;

/** Chromium's setting for third-party cookies. */
const COOKIE_CONTROLS = { keep: 0, block: 1 };

/**
 * Opens a browser with a profile of its own. `thirdPartyCookies`: "keep" or "block"; Chromium's own default differs by version, so it is
 * always set. `options` are those of a browser context. Returns the context, and `close`, which also removes the profile.
 */
export async function openProfile({ thirdPartyCookies }, options) {
  const folder = await mkdtemp(join(tmpdir(), "platform-session-"));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  try {
    const preferences = { profile: { cookie_controls_mode: COOKIE_CONTROLS[thirdPartyCookies] } };
    await mkdir(join(folder, "Default"));
    await writeFile(join(folder, "Default", "Preferences"), JSON.stringify(preferences));
    const context = await chromium.launchPersistentContext(folder, {
      ...options,
      executablePath: findChromium(),
      args: chromiumArguments,
      timeout: START_MS,
    });
    return { context, close: () => context.close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}
