// What the deployment offers by single sign-on, and how an element begins it: of the button, and of the sign-in form.

import type { Session, SessionError, SingleSignOn } from "platform-session";
import type { Bound } from "./bound-element.js";

/** The longest waits for another answer: after one failure, and after many. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

/** Asks what the deployment offers, and again after an outage. `show` is called with each answer. What it returns ends that. */
export function followOffer(
  session: Session,
  show: (isOffered: boolean, label?: string) => void,
): () => void {
  let isOver = false;
  /** While the next try is waited for. */
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
      // At random also where the deployment says `Retry-After: 0`: it may be busy. `null` counts as 0.
      timer = setTimeout(ask, Math.max(wait * Math.random(), (error as SessionError).retryAfterMs as number));
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  };
  ask();
  // Once the session was read again, or is closed, the answer may be another.
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
