// `<session-notices>`: a live region that says what a user must know about the session. It is in the light DOM, where the page's styles find it.

import type { Session } from "platform-session";
import { openSignInDialog } from "platform-session/sign-in-form";
import type { Bound, Kind } from "../elements/bound-element.js";
import { createPart, place, setText } from "../shared/parts.js";
import type { SessionNoticeMessages, SomeSessionNoticeMessages } from "./index.js";
import { texts } from "./messages.js";

const NAME = "session-notices";

interface NoticesElement extends Bound {
  messages: SomeSessionNoticeMessages | undefined;
}

export const sessionNotices: Kind = {
  inputs: [["messages", "messages"]],
  create(element: NoticesElement, mark) {
    // `aria-atomic` is false, so that a screen reader does not repeat a notice when another one appears.
    const region = createPart("div", `${NAME}-status`, {
      role: "status",
      "aria-atomic": "false",
      tabindex: "-1",
    });
    const stale = createPart("p", `${NAME}-stale`);
    const expiring = createPart("p", `${NAME}-expiring`);
    const signOutPending = createPart("p", `${NAME}-sign-out-pending`);
    const stay = createPart("button", `${NAME}-stay`, { type: "button" });
    const expiringText = new Text();
    expiring.append(expiringText, " ", stay);

    let session: Session;
    let messages: SessionNoticeMessages;

    const render = () => {
      const { snapshot } = session;
      const hasStatus = (status: string) => element.isConnected && snapshot.status === status;
      const isSignedIn = hasStatus("authenticated");
      const isSignOutUnconfirmed = hasStatus("unknown") && snapshot.signOutPending;
      const hadFocus = stay.matches(":focus");
      setText(stale, messages.stale);
      setText(expiringText, messages.expiring);
      setText(stay, messages.stay);
      setText(signOutPending, messages.signOutPending);
      place(stale, region, isSignedIn && snapshot.stale);
      place(expiring, region, isSignedIn && snapshot.expiring);
      place(signOutPending, region, isSignOutUnconfirmed && !isSaidByForm(element));
      // A cloned element contains the parts of the original, and the page may have emptied this element.
      if (region.parentNode !== element) element.replaceChildren(region);
      // The button was removed while it had the focus: a keyboard user goes on from the region.
      if (hadFocus && !stay.isConnected) region.focus({ preventScroll: true });
      // `:state(granted)`: a notice is shown.
      mark(region.firstChild ? "granted" : "denied");
      changes.disconnect();
      changes.observe(element, { __proto__: null, childList: true });
      // Whether a sign-in form says the same as this notice may change with any change of the document.
      if (isSignOutUnconfirmed)
        changes.observe(element.ownerDocument, { __proto__: null, childList: true, subtree: true });
    };
    const changes = new MutationObserver(render);

    stay.addEventListener("click", async () => {
      try {
        await openSignInDialog(element.session, { prefix: element.localName.replace(NAME, "") });
      } catch {
        // The user has closed the dialog without signing in.
      }
      // The button may be removed by now; then the focus is on the body.
      if (document.activeElement === document.body) region.focus({ preventScroll: true });
    });

    return texts.withTexts(element, (currentSession, currentMessages) => {
      session = currentSession;
      messages = currentMessages;
      const unsubscribe = session.subscribe(render);
      return () => {
        unsubscribe();
        // Removes the notices of an element that has left the document.
        render();
        changes.disconnect();
      };
    });
  },
};

/** Whether a visible sign-in form says why no user is signed in. In jsdom, which has no layout, every form counts as visible. */
const isSaidByForm = ({ ownerDocument }: Element) =>
  [...ownerDocument.querySelectorAll(".sign-in-status")].some(
    (line) => line.textContent && (line.checkVisibility?.({ visibilityProperty: true }) ?? true),
  );
