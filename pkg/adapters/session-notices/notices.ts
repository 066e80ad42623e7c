// `<session-notices>`: one live region, in the light DOM, where the page's styles find it.

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
  asks: [["messages", "messages"]],
  create(element: NoticesElement, mark) {
    // The region is not atomic: a screen reader does not say a notice again as another one comes.
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
      const isNow = (status: string) => element.isConnected && snapshot.status === status;
      const isIn = isNow("authenticated");
      const isNotOut = isNow("unknown") && snapshot.signOutPending;
      const hadFocus = stay.matches(":focus");
      setText(stale, messages.stale);
      setText(expiringText, messages.expiring);
      setText(stay, messages.stay);
      setText(signOutPending, messages.signOutPending);
      place(stale, region, isIn && snapshot.stale);
      place(expiring, region, isIn && snapshot.expiring);
      place(signOutPending, region, isNotOut && !isSaidByForm(element));
      // An element that is a copy of another has that one's parts in it, and a page may have emptied this element.
      if (region.parentNode !== element) element.replaceChildren(region);
      // The button went with the focus, because the session was renewed elsewhere or is over: a keyboard user goes on from here.
      if (hadFocus && !stay.isConnected) region.focus({ preventScroll: true });
      mark(region.firstChild ? "granted" : "denied");
      changes.disconnect();
      changes.observe(element, { __proto__: null, childList: true });
      // A sign-in form may come, or go, or say something else: it may say the same as this notice.
      if (isNotOut)
        changes.observe(element.ownerDocument, { __proto__: null, childList: true, subtree: true });
    };
    const changes = new MutationObserver(render);

    stay.addEventListener("click", async () => {
      try {
        await openSignInDialog(element.session, { prefix: element.localName.replace(NAME, "") });
      } catch {
        // The user has given up.
      }
      // The button is gone by now, and the focus with it, even where the session ended meanwhile.
      if (document.activeElement === document.body) region.focus({ preventScroll: true });
    });

    return texts.saidBy(element, (current, said) => {
      session = current;
      messages = said;
      const end = session.subscribe(render);
      return () => {
        end();
        render();
        changes.disconnect();
      };
    });
  },
};

/** Whether a form that is visible says why no user is signed in. In jsdom, where nothing is laid out, every form counts. */
const isSaidByForm = ({ ownerDocument }: Element) =>
  [...ownerDocument.querySelectorAll(".sign-in-status")].some(
    (state) => state.textContent && (state.checkVisibility?.({ visibilityProperty: true }) ?? true),
  );
