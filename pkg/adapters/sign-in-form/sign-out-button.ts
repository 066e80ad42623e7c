// `<sign-out-button>`: shown to a signed-in user, and until a sign-out is over. It is in the light DOM, where the page's styles find it.

import type { Session } from "platform-session";
import type { Bound, Kind } from "../elements/bound-element.js";
import { createPart, set, setText } from "../shared/parts.js";
import type { SignInMessages, SomeSignInMessages } from "./index.js";
import { texts } from "./messages.js";

interface ButtonElement extends Bound {
  messages: SomeSignInMessages | undefined;
}

export const signOutButton: Kind = {
  inputs: [["messages", "messages"]],
  create(element: ButtonElement, mark) {
    const button = createPart("button", "sign-out", { type: "button" });

    let session: Session;
    let messages: SignInMessages;
    const isUnderWay = ({ status, signOutPending }: Session["snapshot"]) =>
      signOutPending && status !== "unknown";

    const render = () => {
      const { snapshot } = session;
      const isShown = element.isConnected && (snapshot.status === "authenticated" || snapshot.signOutPending);
      setText(button, messages["sign-out"]);
      // The button is not disabled, which would take the focus from a keyboard user.
      set(button, { "aria-disabled": isUnderWay(snapshot) });
      // A cloned element contains the button of the original, and the page may have put other nodes into the element: they are removed.
      if (element.firstChild !== (isShown ? button : null) || element.childNodes.length > 1)
        element.replaceChildren(...(isShown ? [button] : []));
      mark(isShown ? "granted" : "denied");
    };

    // A failed sign-out is sent again by itself after a wait; a click sends it at once.
    button.addEventListener("click", () => {
      if (!isUnderWay(session.snapshot)) session.logout().catch(() => {});
    });
    const children = new MutationObserver(render);

    return texts.withTexts(element, (currentSession, currentMessages) => {
      session = currentSession;
      messages = currentMessages;
      children.observe(element, { __proto__: null, childList: true });
      const unsubscribe = session.subscribe(render);
      return () => {
        unsubscribe();
        children.disconnect();
        render();
      };
    });
  },
};
