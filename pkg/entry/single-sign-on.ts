// Single sign-on: the link's address, and the way there by redirect or popup.

import type { Session, SessionErrorCode, SingleSignOn } from "../index.js";
import { startAge } from "./age.js";
import { SSO_LOGIN_PATH } from "./boundary.js";
import { SessionError } from "./session-error.js";

const POLL_MS = 250;
/** How long the way to the provider may take while this page is still there. */
const LEAVING_MS = 60_000;

/** The parts of a session that single sign-on uses. */
export interface SingleSignOnParts {
  origin: string | undefined;
  allowedOrigins: readonly string[];
  /** Throws why the session is over, unless that is all right; also where no session runs, as on a server. */
  assertOpen: (allowed?: SessionErrorCode) => void;
  /** Whether an engine runs, and with it the check of return URLs. */
  isRunning: () => boolean;
  /** Throws why no engine runs. */
  assertRunning: () => void;
  /** How often the page has left for the back/forward cache. */
  leaves: () => number;
  /**
   * Resolves once an engine runs, in the same turn of the event loop. Rejects with "closed", "wasm-unavailable", or "aborted" by the
   * signal.
   */
  whenRunning: (given: { signal: AbortSignal | undefined }) => Promise<unknown>;
  /**
   * The engine's check of return URLs; asked only while an engine runs. `known`: the origin is the deployment's, or an allowed one.
   */
  mayReturnTo: (raw: string, origin: string, known: boolean, path: string) => boolean;
  config: SingleSignOn["config"];
  /** Reads the session, and shows the signed-in user. */
  refresh: Session["refresh"];
  /** Reads the session, but does not show a user who signed out here. */
  read: Session["refresh"];
  /** Tells that a window, or this page, is led to the provider. */
  windowOpened: () => void;
  /** Tells that the window, or this page, is back, or gone: another user may have signed in there. */
  windowGone: () => void;
}

export function createSingleSignOn(session: SingleSignOnParts): SingleSignOn {
  const { origin, allowedOrigins, config } = session;
  const known = [origin, ...allowedOrigins];

  const assertGoesOn = (signal: AbortSignal | undefined) => {
    if (signal?.aborted) throw new SessionError("aborted");
    session.assertOpen();
  };

  const url: SingleSignOn["url"] = (options) => {
    const { returnUrl } = options ?? ({ __proto__: null } as Lacking<"returnUrl">);
    let address = `${origin}${SSO_LOGIN_PATH}`;
    if (returnUrl === undefined) {
      // An address without a `returnUrl` needs no check, so no WebAssembly.
      session.assertOpen("wasm-unavailable");
      return address;
    }
    session.assertRunning();
    let raw!: string;
    let target: URL | undefined;
    try {
      // Made a text once: an object may say something else each time it is asked.
      raw = `${returnUrl}`;
      address += `?return_url=${encodeURIComponent(raw)}`;
      target = new URL(raw, origin);
    } catch {
      // No URL, or no text that can be sent.
    }
    if (!target || !session.mayReturnTo(raw, target.origin, known.includes(target.origin), target.pathname)) {
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
    // The return URL is judged before any window opens, if an engine runs already.
    const judged = session.isRunning() && url({ returnUrl });
    // The window opens now, while the click that asked for it still counts.
    const popup = mode === "popup" && window.open("", "_blank", "popup,width=520,height=680");
    if (popup === null || popup === undefined) throw new SessionError("popup-blocked");
    let isLed = false;
    const leave = () => {
      if (isLed) session.windowGone();
      isLed = false;
    };
    try {
      // Pages in that window must not navigate this one.
      if (popup) popup.opener = null;
      if (!judged) await session.whenRunning({ signal });
      const address = judged || url({ returnUrl });
      await assertAvailable(signal);
      // The page was in the back/forward cache meanwhile: a user who is back is not led away.
      if (session.leaves() !== left) throw new SessionError("superseded");
      if (!popup) {
        // A user who signs in on the way may have the cookie before this page goes.
        session.windowOpened();
        isBackOrStays(left).then(session.windowGone);
        return location.assign(address);
      }
      // A closed window cannot be navigated.
      if (!popup.closed) {
        popup.location.replace(address);
        isLed = true;
        session.windowOpened();
      }
      if (!(await signsIn(popup, signal, leave))) throw new SessionError("popup-closed");
    } finally {
      if (popup) popup.close();
      leave();
    }
  };

  /** Waits until the window is back on the deployment, or gone, and calls `leave` then. Resolves to whether a user is signed in. */
  const signsIn = async (popup: Window, signal: AbortSignal | undefined, leave: () => void) => {
    const findsUser = async (ask: Session["refresh"]) => (await ask({ signal })).status === "authenticated";
    let isChecked = false;
    for (;;) {
      assertGoesOn(signal);
      if (isBack(popup)) {
        // The read leaves before the window counts as gone. After that a sign-out that failed would be sent again, and end the new session.
        const found = findsUser(session.refresh);
        leave();
        return found;
      }
      // A page that keeps itself apart from its opener (COOP) looks closed, and has the focus while it is there. It may
      // be the provider's, or the one that it led back to.
      const isGone = popup.closed && document.hasFocus();
      if (isGone || (popup.closed && !isChecked)) {
        isChecked = true;
        if (isGone) leave();
        const found = await findsUser(session.read).catch((error) => {
          // A look that failed has found no user yet.
          if (isGone) throw error;
        });
        if (found || isGone) return found;
      }
      await aMoment();
    }
  };

  /** Waits, after this page was led away, until it is back from the cache, or has stayed for so long that it does not go. */
  const isBackOrStays = async (left: number) => {
    for (const age = startAge(); age() < LEAVING_MS && session.leaves() === left; ) await aMoment();
  };

  return { config, url, start };
}

/** Options that the page has not given, and that inherit none. */
type Lacking<Names extends string> = { __proto__: null } & { [Name in Names]?: undefined };

const aMoment = () => new Promise((resolve) => setTimeout(resolve, POLL_MS));

/** The provider's pages cannot be read; a page of this origin can, and so can the empty one that it begins with. */
function isBack(popup: Window): boolean {
  try {
    const { origin, pathname } = popup.location;
    return origin !== "null" && !pathname.startsWith("/api/auth/sso/");
  } catch {
    return false;
  }
}
