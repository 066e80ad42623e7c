// `<sso-button>`: a button with the deployment's own label, where the deployment offers single sign-on.

import type { Kind } from "./bound-element.js";
import { followOffer, startSso } from "./sso-offer.js";

export const ssoButton: Kind = {
  inputs: [],
  create(element, mark) {
    const root = element.attachShadow({ mode: "open", delegatesFocus: true });
    const button = document.createElement("button");
    button.part = "button";

    let isStarting: boolean | undefined;
    button.addEventListener("click", async () => {
      if (isStarting) return;
      isStarting = true;
      try {
        await startSso(element);
      } catch (error) {
        const detail = { error };
        element.dispatchEvent(
          new CustomEvent("sso-failed", { __proto__: null, bubbles: true, composed: true, detail }),
        );
      }
      isStarting = false;
    });

    return (session) =>
      followOffer(session, (isOffered, label) => {
        // The label is `undefined` where single sign-on is not offered: then the button has no text.
        button.textContent = label as string;
        root.replaceChildren(...(isOffered ? [button] : []));
        mark(isOffered ? "granted" : "denied");
      });
  },
};
