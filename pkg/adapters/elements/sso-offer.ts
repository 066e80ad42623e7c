// Single sign-on in `<sso-button>` and in `<sign-in-form>`: finds out whether the deployment offers it, and starts it.

import type { Session, SessionError, SingleSignOn } from "platform-session";
import type { Bound } from "./bound-element.js";

/** After a failure the next try waits for a random time: at most `FIRST_WAIT_MS`, then twice that, and so on up to `LONGEST_WAIT_MS`. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Asks whether the deployment offers single sign-on, again after failures until there is an answer, and calls `show` with it. Returns a function
 * that ends this.
 */
export function followOffer(
  session: Session,
  show: (isOffered: boolean, label?: string) => void,
): () => void {
  let isOver = false;
  /** The timer of the next try; `undefined` where none is planned. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;
  const ask = async () => {
    clearTimeout(timer);
    timer = undefined;
    try {
      const { enabled, buttonLabel } = await session.sso.config();
      if (!isOver) show(enabled, buttonLabel);
    } catch (error) {
      if (isOver) return;
      if (!(error as SessionError).retryable) return show(false);
      // A random wait even after `Retry-After: 0`, because the deployment may be busy. A `retryAfterMs` of `null` counts as 0.
      timer = setTimeout(ask, Math.max(wait * Math.random(), (error as SessionError).retryAfterMs as number));
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  };
  ask();
  // A publication may mean that the deployment answers again, so a planned try is made now. On a closed session `ask()` fails at once, and hides the button.
  const unsubscribe = session.subscribe(({ error }) => {
    if (timer || error?.code === "closed") ask();
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    unsubscribe();
  };
}

/** Starts single sign-on with the element's attributes `return-url` and `mode`. */
export const startSso = (element: Bound, start: SingleSignOn["start"] = element.session.sso.start) =>
  start({
    returnUrl: element.getAttribute("return-url") ?? undefined,
    // `undefined` means "redirect".
    mode: element.getAttribute("mode") === "popup" ? "popup" : undefined,
  });
