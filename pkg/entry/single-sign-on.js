// Single sign-on: the link's address, and the way there by redirect or popup.

import { startAge } from "./age.js";
import { SessionError } from "./session-error.js";

const POLL_MS = 250;
/** How long the way to the provider may take while this page is still there. */
const LEAVING_MS = 60_000;

/**
 * @param {object} session What the session lends.
 * @param {string | undefined} session.origin
 * @param {readonly string[]} session.allowedOrigins
 * @param {(allowed?: string) => void} session.assertOpen Throws why the session is over, unless that is all right; also where no
 *   session runs, as on a server.
 * @param {() => boolean} session.isRunning Whether an engine runs, and with it the check of return URLs.
 * @param {() => void} session.assertRunning Throws why none runs.
 * @param {() => number} session.leaves How often the page has left for the back/forward cache.
 * @param {(given: { signal?: AbortSignal }) => Promise<unknown>} session.whenRunning Resolves once an engine runs, in
 *   the same turn of the event loop. Rejects with "closed", "wasm-unavailable", or "aborted" by the signal.
 * @param {(raw: string, origin: string, known: boolean, path: string) => boolean} session.mayReturnTo The engine's check
 *   of return URLs; asked only while an engine runs. `known`: the origin is the deployment's, or an allowed one.
 * @param {import("../index.js").SingleSignOn["config"]} session.config
 * @param {import("../index.js").Session["refresh"]} session.refresh Shows whoever is signed in.
 * @param {import("../index.js").Session["refresh"]} session.read Does not show a user who signed out here.
 * @param {() => void} session.windowOpened A window is led to the provider, or this page is.
 * @param {() => void} session.windowGone It is back, or gone: somebody else may have signed in there.
 * @returns {import("../index.js").SingleSignOn}
 */
export function createSingleSignOn(session) {
  const { origin, allowedOrigins, config } = session;
  const known = [origin, ...allowedOrigins];

  const assertGoesOn = (signal) => {
    if (signal?.aborted) throw new SessionError("aborted");
    session.assertOpen();
  };

  /** @type {import("../index.js").SingleSignOn["url"]} */
  const url = (options) => {
    const { returnUrl } = options ?? { __proto__: null };
    let address = `${origin}/api/auth/sso/idp/login`;
    if (returnUrl === undefined) {
      // It needs no check, so no WebAssembly.
      session.assertOpen("wasm-unavailable");
      return address;
    }
    session.assertRunning();
    let raw;
    let target;
    try {
      // Once: an object may say something else each time it is asked.
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

  const assertAvailable = async (signal) => {
    const { enabled } = await config({ signal }).catch((error) => {
      throw error.code === "not-supported" ? new SessionError("sso-unavailable", error) : error;
    });
    if (!enabled) throw new SessionError("sso-unavailable");
  };

  /** @type {import("../index.js").SingleSignOn["start"]} */
  const start = async (options) => {
    const { returnUrl, mode = "redirect", signal } = options ?? { __proto__: null };
    if (mode !== "popup" && mode !== "redirect") throw new TypeError('mode must be "popup" or "redirect"');
    assertGoesOn(signal);
    const left = session.leaves();
    // Before any window opens, if an engine runs already.
    const judged = session.isRunning() && url({ returnUrl });
    // Now, while the click that asked for it still counts.
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
      // The page was in the back/forward cache meanwhile: whoever is back is not led away.
      if (session.leaves() !== left) throw new SessionError("superseded");
      if (!popup) {
        // Whoever signs in on the way may have the cookie before this page goes.
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

  /** Waits until the window is back on the deployment, or gone, and calls `leave` then; whether anybody is signed in. */
  const signsIn = async (popup, signal, leave) => {
    const findsAnyone = async (ask) => (await ask({ signal })).status === "authenticated";
    let isChecked = false;
    for (;;) {
      assertGoesOn(signal);
      if (isBack(popup)) {
        // Before the window counts as gone: a sign-out that failed would be sent again, and end the session that began there.
        const found = findsAnyone(session.refresh);
        leave();
        return found;
      }
      // A page that keeps itself apart from its opener (COOP) looks closed, and has the focus while it is there. It may
      // be the provider's, or the one that it led back to.
      const isGone = popup.closed && document.hasFocus();
      if (isGone || (popup.closed && !isChecked)) {
        isChecked = true;
        if (isGone) leave();
        const found = await findsAnyone(session.read).catch((error) => {
          // A look that failed has found nobody yet.
          if (isGone) throw error;
        });
        if (found || isGone) return found;
      }
      await aMoment();
    }
  };

  /** This page was led away: waits until it is back from the cache, or has stayed for so long that it does not go. */
  const isBackOrStays = async (left) => {
    for (const age = startAge(); age() < LEAVING_MS && session.leaves() === left; ) await aMoment();
  };

  return { config, url, start };
}

const aMoment = () => new Promise((resolve) => setTimeout(resolve, POLL_MS));

/** The provider's pages cannot be read; a page of this origin can, and so can the empty one that it begins with. */
function isBack(popup) {
  try {
    const { origin, pathname } = popup.location;
    return origin !== "null" && !pathname.startsWith("/api/auth/sso/");
  } catch {
    return false;
  }
}
