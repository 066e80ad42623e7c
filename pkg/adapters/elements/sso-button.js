// `<sso-button>`: a button with the deployment's own label, where the deployment offers single sign-on.

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/** @type {import("./bound-element.js").Kind} */
export const ssoButton = {
  asks: [],
  create(element, mark) {
    const root = element.attachShadow({ mode: "open", delegatesFocus: true });
    const button = document.createElement("button");
    button.type = "button";
    button.part = "button";

    let isStarting;
    button.addEventListener("click", async () => {
      if (isStarting) return;
      isStarting = true;
      try {
        await element.session.sso.start({
          returnUrl: element.getAttribute("return-url") ?? undefined,
          // Whatever is not "popup" is a redirect.
          mode: element.getAttribute("mode") === "popup" ? "popup" : undefined,
        });
      } catch (error) {
        const detail = { error };
        element.dispatchEvent(new CustomEvent("sso-failed", { bubbles: true, composed: true, detail }));
      }
      isStarting = false;
    });

    /** Asks what the deployment offers, and again after an outage. */
    return (session) => {
      let isOver = false;
      let timer;
      let wait = FIRST_WAIT_MS;
      const show = (isOffered, label = "") => {
        button.textContent = label;
        root.replaceChildren(...(isOffered ? [button] : []));
        mark(isOffered ? "granted" : "denied");
      };
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
    };
  },
};
