import { isSessionError } from "./pkg/index.js";
import { describeError } from "./wording.js";

/** Offers single sign-on where the deployment has it. */
export function offerSingleSignOn(session) {
  const offer = document.getElementById("single-sign-on");
  const button = document.getElementById("sso-button");
  const message = document.getElementById("sso-error");
  let asked = false;
  let underWay = false;
  // Not `disabled`, which would drop the focus of a keyboard user.
  const setUnderWay = (now) => {
    underWay = now;
    button.setAttribute("aria-disabled", String(now));
  };

  // Asked when someone first needs to sign in, so that a signed-in visit costs no request.
  session.subscribe(async ({ status, stale }) => {
    if (asked || status !== "unauthenticated" || stale) {
      return;
    }
    asked = true;
    try {
      const { enabled, buttonLabel } = await session.sso.config();
      button.textContent = buttonLabel;
      offer.hidden = !enabled;
    } catch (error) {
      // Without an answer there is no offer; the next change of the session asks again.
      asked = false;
      ignoreSessionError(error);
    }
  });

  button.addEventListener("click", async () => {
    if (underWay) {
      return;
    }
    message.textContent = "";
    setUnderWay(true);
    try {
      await session.sso.start({ returnUrl: location.pathname + location.search });
    } catch (error) {
      setUnderWay(false);
      ignoreSessionError(error);
      if (error.code !== "aborted" && error.code !== "superseded") {
        message.textContent = describeError(error);
        button.focus();
      }
    }
  });

  // Back from the provider's page, the button is of use again.
  addEventListener("pageshow", () => setUnderWay(false));
}

function ignoreSessionError(error) {
  if (!isSessionError(error)) {
    throw error;
  }
}
