// Single sign-on: where the link leads, and leaving for it.

import { SessionError } from "./session-error.js";

const POLL_MS = 250;

/**
 * `mayReturnTo` is the module's judge; the calls are the session's: `refresh` shows whoever is signed in, `read` nobody
 * who has signed out.
 */
export function createSingleSignOn({ origin, allowedOrigins, config, mayReturnTo, isClosed, refresh, read }) {
  const known = [origin, ...allowedOrigins];
  const url = ({ returnUrl } = /** @type {{ returnUrl?: string }} */ ({})) => {
    let address = `${origin}/api/auth/sso/idp/login`;
    if (returnUrl === undefined) return address;
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
    if (!target || !mayReturnTo(raw, target.origin, known.includes(target.origin), target.pathname)) {
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
  const start = async ({ returnUrl, mode = "redirect", signal } = {}) => {
    const address = url({ returnUrl });
    if (mode !== "popup") {
      await assertAvailable(signal);
      location.assign(address);
      return;
    }
    // Now, while the click that asked for it still counts.
    const popup = window.open("", "_blank", "popup,width=520,height=680");
    if (!popup) throw new SessionError("popup-blocked");
    try {
      await assertAvailable(signal);
      // Of a window that is closed nothing can be asked.
      if (!popup.closed) popup.location.replace(address);
      if (!(await signsIn(popup, signal))) throw new SessionError("popup-closed");
    } finally {
      popup.close();
    }
  };

  /** Waits until the window is back on the deployment, or gone; whether anybody is signed in then. */
  const signsIn = async (popup, signal) => {
    const findsAnyone = async (ask) => (await ask({ signal })).status === "authenticated";
    let looked = false;
    for (;;) {
      if (isClosed()) throw new SessionError("closed");
      if (signal?.aborted) throw new SessionError("aborted");
      if (isBack(popup)) return findsAnyone(refresh);
      // A page that keeps itself apart from its opener (COOP) looks closed, and has the focus while it is there. It may
      // be the provider's, or the one that it led back to.
      const isGone = popup.closed && document.hasFocus();
      if (isGone || (popup.closed && !looked)) {
        looked = true;
        const found = await findsAnyone(read);
        if (found || isGone) return found;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };

  return Object.freeze({ config, url, start });
}

/** The provider's pages cannot be read; a page of this origin can, and so can the empty one that it begins with. */
function isBack(popup) {
  try {
    const { origin, pathname } = popup.location;
    return origin !== "null" && !pathname.startsWith("/api/auth/sso/");
  } catch {
    return false;
  }
}
