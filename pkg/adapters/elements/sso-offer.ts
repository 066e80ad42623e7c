// Single sign-on in `<sso-button>` and in `<sign-in-form>`: whether the deployment offers it, and how the element begins it.

import type { Session, SessionError, SingleSignOn } from "platform-session";
import type { Bound } from "./bound-element.js";

/** The longest waits before the deployment is asked again: after one failure, and after many. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

/** Asks whether the deployment offers single sign-on, and again after an outage. `show` gets each answer. Returns a function that ends that. */
export function followOffer(
  session: Session,
  show: (isOffered: boolean, label?: string) => void,
): () => void {
  let isOver = false;
  /** Set while the next try is waited for. */
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
      // The wait is random even where the deployment says `Retry-After: 0`: it may be busy. A `retryAfterMs` of `null` counts as 0.
      timer = setTimeout(ask, Math.max(wait * Math.random(), (error as SessionError).retryAfterMs as number));
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  };
  ask();
  // A publication says that the deployment answers again, so the next try need not wait. On a closed session the try fails at once, for good.
  const end = session.subscribe(({ error }) => {
    if (timer || error?.code === "closed") ask();
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    end();
  };
}

/** Begins single sign-on as the element's attributes say. */
export const startSso = (element: Bound, start: SingleSignOn["start"] = element.session.sso.start) =>
  start({
    returnUrl: element.getAttribute("return-url") ?? undefined,
    // Whatever is not "popup" is a redirect.
    mode: element.getAttribute("mode") === "popup" ? "popup" : undefined,
  });
