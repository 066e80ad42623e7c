// `<sso-button>`: a button with the deployment's own label, where the deployment offers single sign-on.

import { followOffer, startSso } from "./sso-offer.js";

/** @type {import("./bound-element.js").Kind} */
export const ssoButton = {
  asks: [],
  create(element, mark) {
    const root = element.attachShadow({ mode: "open", delegatesFocus: true });
    const button = document.createElement("button");
    button.part = "button";

    let isStarting;
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
        button.textContent = label;
        root.replaceChildren(...(isOffered ? [button] : []));
        mark(isOffered ? "granted" : "denied");
      });
  },
};
