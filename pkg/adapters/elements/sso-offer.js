// What the deployment offers by single sign-on, and how an element begins it: of the button, and of the sign-in form.

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Asks what the deployment offers, and again after an outage. `show` is called with each answer. What it returns ends that.
 * @type {(session: import("platform-session").Session, show: (isOffered: boolean, label?: any) => void) => () => void}
 */
export function followOffer(session, show) {
  let isOver = false;
  let timer;
  let wait = FIRST_WAIT_MS;
  const ask = async () => {
    clearTimeout(timer);
    timer = 0;
    try {
      const { enabled, buttonLabel } = await session.sso.config();
      if (!isOver) show(enabled, buttonLabel);
    } catch (/** @type {any} */ error) {
      if (isOver) return;
      if (!error.retryable) return show(false);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      // Also where the deployment says `Retry-After: 0`: it may be busy.
      timer = setTimeout(ask, Math.max(wait * Math.random(), error.retryAfterMs));
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

/**
 * Begins single sign-on as the element's attributes say.
 * @type {(element: import("./bound-element.js").Bound, start?: import("platform-session").SingleSignOn["start"]) => Promise<void>}
 */
export const startSso = (element, start = element.session.sso.start) =>
  start({
    returnUrl: element.getAttribute("return-url") ?? undefined,
    // Whatever is not "popup" is a redirect.
    mode: element.getAttribute("mode") === "popup" ? "popup" : undefined,
  });
