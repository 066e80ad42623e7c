// `session.sso`: the address of single sign-on, and the user's way to the provider by redirect or popup.

import type { Session, SessionErrorCode, SingleSignOn } from "../index.js";
import { startAge } from "./age.js";
import { SSO_LOGIN_PATH } from "./boundary.js";
import { SessionError } from "./session-error.js";

/** How many milliseconds pass between two looks at the window. */
const POLL_MS = 250;
/** How many milliseconds a redirect to the provider may take until this page is left. */
const LEAVING_MS = 60_000;

/** The parts of a session that single sign-on uses. */
export interface SingleSignOnParts {
  origin: string | undefined;
  allowedOrigins: readonly string[];
  /** Throws an error with the code that the session ended with, unless that is `allowed`. On a server it always throws. */
  assertOpen: (allowed?: SessionErrorCode) => void;
  /** Whether an engine runs, and with it the check of return URLs. */
  isRunning: () => boolean;
  /** Throws an error that says why no engine runs. */
  assertRunning: () => void;
  /** Returns how often the page has left for the back/forward cache. */
  leaves: () => number;
  /**
   * Resolves once an engine runs, in the same turn of the event loop. Rejects with "closed", "wasm-unavailable", or "aborted" by the
   * signal.
   */
  whenRunning: (given: { signal: AbortSignal | undefined }) => Promise<unknown>;
  /**
   * The engine's check of return URLs; called only while an engine runs. `isListedOrigin`: the origin is the deployment's, or one of
   * `allowedOrigins`.
   */
  mayReturnTo: (raw: string, origin: string, isListedOrigin: boolean, path: string) => boolean;
  config: SingleSignOn["config"];
  /** Reads the session, and shows the signed-in user. */
  refresh: Session["refresh"];
  /** Reads the session. Unlike `refresh`, this does not end the lock of a failed sign-out, so its user stays hidden. */
  read: Session["refresh"];
  /** Tells the engine that a window, or this page, is led to the provider. */
  windowOpened: () => void;
  /** Tells the engine that the window, or this page, is back or gone: another user may have signed in there. */
  windowGone: () => void;
}

export function createSingleSignOn(session: SingleSignOnParts): SingleSignOn {
  const { origin, allowedOrigins, config } = session;
  const listedOrigins = [origin, ...allowedOrigins];

  const assertGoesOn = (signal: AbortSignal | undefined) => {
    if (signal?.aborted) throw new SessionError("aborted");
    session.assertOpen();
  };

  const url: SingleSignOn["url"] = (options) => {
    const { returnUrl } = options ?? ({ __proto__: null } as Lacking<"returnUrl">);
    let address = `${origin}${SSO_LOGIN_PATH}`;
    if (returnUrl === undefined) {
      // An address without a `returnUrl` needs no check, so it does not need the WebAssembly.
      session.assertOpen("wasm-unavailable");
      return address;
    }
    session.assertRunning();
    let raw!: string;
    let target: URL | undefined;
    try {
      // Made a string once: an object may become another string each time.
      raw = `${returnUrl}`;
      address += `?return_url=${encodeURIComponent(raw)}`;
      target = new URL(raw, origin);
    } catch {
      // `returnUrl` is no URL, or cannot be encoded.
    }
    if (
      !target ||
      !session.mayReturnTo(raw, target.origin, listedOrigins.includes(target.origin), target.pathname)
    ) {
      throw new SessionError("invalid-return-url");
    }
    return address;
  };

  const assertAvailable = async (signal: AbortSignal | undefined) => {
    const { enabled } = await config({ signal }).catch((error) => {
      throw error.code === "not-supported" ? new SessionError("sso-unavailable", error) : error;
    });
    if (!enabled) throw new SessionError("sso-unavailable");
  };

  const start: SingleSignOn["start"] = async (options) => {
    const {
      returnUrl,
      mode = "redirect",
      signal,
    } = options ?? ({ __proto__: null } as Lacking<"returnUrl" | "mode" | "signal">);
    if (mode !== "popup" && mode !== "redirect") throw new TypeError('mode must be "popup" or "redirect"');
    assertGoesOn(signal);
    const left = session.leaves();
    // The return URL is checked before any window opens, if an engine runs already.
    const checkedUrl = session.isRunning() && url({ returnUrl });
    // The window opens now, because browsers allow it only directly after the user's click.
    const popup = mode === "popup" && window.open("", "_blank", "popup,width=520,height=680");
    if (popup === null || popup === undefined) throw new SessionError("popup-blocked");
    /** Whether the engine knows that the window was led to the provider. */
    let isOpenToEngine = false;
    /** Tells the engine, once, that the window is back or gone. */
    const reportGone = () => {
      if (isOpenToEngine) session.windowGone();
      isOpenToEngine = false;
    };
    try {
      // Pages in that window must not navigate this one.
      if (popup) popup.opener = null;
      if (!checkedUrl) await session.whenRunning({ signal });
      const address = checkedUrl || url({ returnUrl });
      await assertAvailable(signal);
      // The page was in the back/forward cache meanwhile: a user who has come back is not led away.
      if (session.leaves() !== left) throw new SessionError("superseded");
      if (!popup) {
        // A user who signs in there may have the new cookie before this page is gone.
        session.windowOpened();
        isBackOrStays(left).then(session.windowGone);
        return location.assign(address);
      }
      // A closed window cannot be navigated.
      if (!popup.closed) {
        popup.location.replace(address);
        isOpenToEngine = true;
        session.windowOpened();
      }
      if (!(await signsIn(popup, signal, reportGone))) throw new SessionError("popup-closed");
    } finally {
      if (popup) popup.close();
      reportGone();
    }
  };

  /** Waits until the window is back on the deployment, or gone, and calls `reportGone` then. Resolves to whether a user is signed in. */
  const signsIn = async (popup: Window, signal: AbortSignal | undefined, reportGone: () => void) => {
    const findsUser = async (read: Session["refresh"]) => (await read({ signal })).status === "authenticated";
    let isChecked = false;
    for (;;) {
      assertGoesOn(signal);
      if (isBack(popup)) {
        // The read is sent before the window is reported as gone: with that report the engine may send a failed sign-out again, which would
        // end the new session.
        const found = findsUser(session.refresh);
        reportGone();
        return found;
      }
      // A window with a page that sets COOP looks closed to this page. While it is open it has the focus, so this page has not. That page may be
      // the provider's, or the deployment's after the return.
      const isGone = popup.closed && document.hasFocus();
      if (isGone || (popup.closed && !isChecked)) {
        isChecked = true;
        if (isGone) reportGone();
        const found = await findsUser(session.read).catch((error) => {
          // While the window is open, a read that failed has merely found no user yet.
          if (isGone) throw error;
        });
        if (found || isGone) return found;
      }
      await aMoment();
    }
  };

  /** Waits, after a redirect, until this page has left for the cache, or for so long that it will not be left any more. */
  const isBackOrStays = async (left: number) => {
    for (const age = startAge(); age() < LEAVING_MS && session.leaves() === left; ) await aMoment();
  };

  return { config, url, start };
}

/** The type of options that the page has not given: `{ __proto__: null }`, which inherits none either. */
type Lacking<Names extends string> = { __proto__: null } & { [Name in Names]?: undefined };

const aMoment = () => new Promise((resolve) => setTimeout(resolve, POLL_MS));

/** Whether the window shows a page of this origin. The provider's pages cannot be read; the window's first, empty page has the origin "null". */
function isBack(popup: Window): boolean {
  try {
    const { origin, pathname } = popup.location;
    return origin !== "null" && !pathname.startsWith("/api/auth/sso/");
  } catch {
    return false;
  }
}
