// Single sign-on: where the link leads, and leaving for it.

import { SessionError } from "./session-error.js";

const POLL_MS = 250;

/** `mayReturnTo` is the module's judge; `config` and `refresh` are the session's. */
export function createSingleSignOn({ origin, allowedOrigins, config, mayReturnTo, refresh }) {
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
      popup.location.replace(address);
      await comesBack(popup, origin, signal);
      const { status } = await refresh({ signal });
      if (status !== "authenticated") throw new SessionError("popup-closed");
    } finally {
      popup.close();
    }
  };

  return Object.freeze({ config, url, start });
}

/** Waits until the window is closed, or back on the deployment. */
function comesBack(popup, origin, signal) {
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      if (signal?.aborted) return done(() => reject(new SessionError("aborted")));
      if (popup.closed || isBack()) done(resolve);
    }, POLL_MS);
    const done = (settle) => {
      clearInterval(timer);
      settle();
    };
    const isBack = () => {
      try {
        // The provider's pages cannot be read; a page of ours can.
        const { origin: where, pathname } = popup.location;
        return where === origin && !pathname.startsWith("/api/auth/sso/");
      } catch {
        return false;
      }
    };
  });
}
