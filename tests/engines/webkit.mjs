// WebKitGTK, driven by plain W3C WebDriver: one browser and its windows.

import { spawn } from "node:child_process";
import { findMiniBrowser, findWebKitDriver, findXvfb } from "../../scripts/install/browser.mjs";
import { freePort } from "../e2e/support/ports.mjs";
import { until, within } from "../e2e/support/until.mjs";

const START_MS = 60_000;
const SCRIPT_MS = 10_000;
/** How long this side waits for a script: the driver never answers a script if its page is left at the wrong moment. */
const LOST_MS = SCRIPT_MS + 2_000;
const STOP_MS = 3_000;

/** Starts the WebKitGTK of this machine, on a virtual screen. */
export async function launchWebKit() {
  const [driver, browser, xvfb] = [findWebKitDriver(), findMiniBrowser(), findXvfb()];
  if (!driver || !browser || !xvfb) {
    throw new Error("No WebKit found: install one (Debian: apt-get install webkit2gtk-driver xvfb)");
  }
  const processes = [];
  const stop = async () => {
    for (const child of processes.reverse()) await endProcess(child);
  };
  try {
    const screen = spawn(xvfb, ["-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    processes.push(screen);
    const display = await within(START_MS, "Starting Xvfb", firstLine(screen.stdio[3]));
    // The driver does not say which port it chose, so it is given one.
    const port = await freePort();
    const env = {
      ...process.env,
      DISPLAY: `:${display}`,
      // WebKit's sandbox needs rights that a container does not give; as root WebKit refuses to start with it.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    };
    processes.push(spawn(driver, ["--host=127.0.0.1", `--port=${port}`], { stdio: "ignore", env }));
    const send = sender(`http://127.0.0.1:${port}`);
    await until("WebKitWebDriver to listen", () => send("GET", "/status").catch(() => null), {
      timeoutMs: START_MS,
    });
    const alwaysMatch = { "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] } };
    const { sessionId, capabilities } = await send("POST", "/session", { capabilities: { alwaysMatch } });
    return session(
      (method, path, ...rest) => send(method, `/session/${sessionId}${path}`, ...rest),
      capabilities,
      stop,
    );
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Returns the engine on a WebDriver session. `send` sends a command of that session.
 *
 * @returns {Promise<import("./engine.mjs").Engine>}
 */
async function session(send, { browserVersion }, stop) {
  await send("POST", "/timeouts", { script: SCRIPT_MS, pageLoad: START_MS });
  const [first] = await send("GET", "/window/handles");
  // The WebDriver acts on the window that was chosen last, so each act waits for the earlier one.
  let lastAct = Promise.resolve();
  const inWindow = (handle, act) => {
    const outcome = lastAct.then(() => send("POST", "/window", { handle })).then(act);
    lastAct = outcome.catch(() => {});
    return outcome;
  };
  // What the failure says: a page that hangs is a defect of the page, and one that answers was left alone by the driver.
  const lost = async (handle, cause) => {
    const readState = { script: "return document.readyState", args: [] };
    const answer = await send("POST", "/execute/sync", readState, SCRIPT_MS).catch(({ message }) => message);
    const message = `The WebDriver did not answer a script within ${LOST_MS} ms. Window ${handle}, asked anew: ${answer}`;
    return new Error(message, { cause });
  };
  const handles = () => inWindow(first, () => send("GET", "/window/handles"));
  const enginePage = (handle) => ({
    evaluate: (fn, ...args) =>
      inWindow(handle, async () => {
        const execute = { script: scriptOf(fn), args };
        const outcome = await send("POST", "/execute/async", execute, LOST_MS).catch(async (error) => {
          throw error.name === "TimeoutError" ? await lost(handle, error) : error;
        });
        if ("error" in outcome) throw new Error(outcome.error);
        return outcome.value;
      }),
    click: (selector) =>
      inWindow(handle, async () => {
        const found = await send("POST", "/element", { using: "css selector", value: selector });
        await send("POST", `/element/${Object.values(found)[0]}/click`);
      }),
    isClosed: async () => !(await handles()).includes(handle),
    close: () => inWindow(handle, () => send("DELETE", "/window")),
  });
  return {
    version: `WebKitGTK ${browserVersion}`,
    async open(url) {
      // Each page has its own window: a tab that the driver opens stays hidden.
      const { handle } = await inWindow(first, () => send("POST", "/window/new", { type: "window" }));
      await inWindow(handle, () => send("POST", "/url", { url }));
      return enginePage(handle);
    },
    async windowOf(act) {
      const before = await handles();
      await act();
      return enginePage(
        await until("a window to open", async () => (await handles()).find((each) => !before.includes(each))),
      );
    },
    async close() {
      await send("DELETE", "").catch(() => {});
      await stop();
    },
  };
}

/**
 * Returns a script that calls `fn` in the page, and reports the outcome to the WebDriver by its callback `done`. Where it can, it reports in the
 * same turn: a page that is left before the next turn reports nothing, and the WebDriver waits on.
 */
function scriptOf(fn) {
  return `const done = arguments[arguments.length - 1];
    const reportValue = (value) => done({ value: value === undefined ? null : value });
    const reportError = (error) => done({ error: String(error && error.stack || error) + String(error) });
    try {
      const value = (${fn})(...[].slice.call(arguments, 0, -1));
      if (value && typeof value.then === "function") value.then(reportValue, reportError);
      else reportValue(value);
    } catch (error) {
      reportError(error);
    }`;
}

/** Returns a function that sends a command to the WebDriver at `address`, and returns its value. */
function sender(address) {
  return async (method, path, body, timeoutMs = START_MS) => {
    const response = await fetch(address + path, {
      method,
      body: method === "POST" ? JSON.stringify(body ?? {}) : undefined,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`WebDriver, ${method} ${path}: ${value?.error} ${value?.message}`);
    return value;
  };
}

function firstLine(stream) {
  return new Promise((resolve, reject) => {
    let text = "";
    stream.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
      if (text.includes("\n")) resolve(text.trim());
    });
    stream.once("end", () => reject(new Error("the process has ended")));
  });
}

/** Ends a process that was started here, and waits until it is gone. */
async function endProcess(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const kill = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await gone;
  clearTimeout(kill);
}
