// `<sign-out-button>`: shown to a signed-in user, and while a sign-out is not over. In the light DOM, where the page's styles find it.

import type { Session } from "platform-session";
import type { Bound, Kind } from "../elements/bound-element.js";
import { createPart, set, setText } from "../shared/parts.js";
import type { SignInMessages, SomeSignInMessages } from "./index.js";
import { texts } from "./messages.js";

interface ButtonElement extends Bound {
  messages: SomeSignInMessages | undefined;
}

export const signOutButton: Kind = {
  asks: [["messages", "messages"]],
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
      // The button is not disabled: that would drop the focus of a keyboard user.
      set(button, { "aria-disabled": isUnderWay(snapshot) });
      // An element that is a copy of another has that one's button in it, and a page may have put something there.
      if (element.firstChild !== (isShown ? button : null) || element.childNodes.length > 1)
        element.replaceChildren(...(isShown ? [button] : []));
      mark(isShown ? "granted" : "denied");
    };

    // A sign-out that has failed is sent again by itself, and at once at a click.
    button.addEventListener("click", () => {
      if (!isUnderWay(session.snapshot)) session.logout().catch(() => {});
    });
    const children = new MutationObserver(render);

    return texts.saidBy(element, (current, said) => {
      session = current;
      messages = said;
      children.observe(element, { __proto__: null, childList: true });
      const end = session.subscribe(render);
      return () => {
        end();
        children.disconnect();
        render();
      };
    });
  },
};
