// `signInDialog`: the sign-in form in a modal dialog, for the option `reauthenticate`; `openSignInDialog` opens the same dialog by hand.

import type { Session, SessionOptions, SessionSnapshot } from "platform-session";
import type { ReauthenticationRequest } from "platform-session/reauthentication";
import { nameOf } from "../elements/names.js";
import { createReauthentication } from "../reauthentication/reauthentication.js";
import { refuseOptions } from "../shared/options.js";
import { defineSignInForm } from "./define.js";
import type { SignInFormElement, SignInMessages, SomeSignInMessages } from "./index.js";
import { texts } from "./messages.js";
import { noteDialog } from "./open-dialogs.js";
import { createPart } from "./parts.js";

/** The snapshot that the dialog's form gets in place of the session's. With it the form shows, without a text that explains why. */
const FORM_SNAPSHOT = {
  status: "unauthenticated",
  reason: "no-session",
  error: null,
  signOutPending: false,
};

/** The number of dialogs so far, for ids. */
let count = 0;

type Reauthenticate = NonNullable<SessionOptions["reauthenticate"]>;

interface Options {
  messages?: SomeSignInMessages | undefined;
  prefix?: string | undefined;
}

export const signInDialog = (options: Options = {}): Reauthenticate => createReauthenticate(options);

export const openSignInDialog = async (session: Session, options?: Options): Promise<void> => {
  const { status, user } = session.snapshot;
  const reauthenticate = createReauthenticate({ messages: texts.of(session), ...options });
  let wasSignedOut = status !== "authenticated";
  /**
   * Subscribes to snapshots with a `reauthenticating` of their own, which ends the dialog once it is false. The session's would be false from the
   * beginning, because no request waits for this dialog.
   */
  const subscribe = (listener: (snapshot: SessionSnapshot) => void) =>
    session.subscribe((snapshot) => {
      const isSignedIn = snapshot.status === "authenticated";
      wasSignedOut ||= !isSignedIn;
      listener({ ...snapshot, reauthenticating: !(wasSignedOut && isSignedIn) });
    });
  const reason = status === "authenticated" ? "bearer" : "ended";
  await reauthenticate({ __proto__: session, subscribe } as object as Session, { reason, user });
};

/** Checks the options, and returns the function for the option `reauthenticate`. */
function createReauthenticate({ messages: given, prefix = "", ...others }: Options): Reauthenticate {
  refuseOptions(others, "messages, prefix");
  const messages = texts.complete(given);
  return (session, need) => {
    const { subscribe, reauthenticate } = createReauthentication();
    const { key } = session.identity;
    let dialog: ReturnType<typeof createDialog> | undefined;
    subscribe((request) => {
      // The request has ended. A listener of the page may end it even while the dialog is being shown.
      if (!request) {
        noteDialog(key, false);
        return dialog?.close();
      }
      try {
        dialog = createDialog(session, request, messages, prefix);
        noteDialog(key, true);
        dialog.show();
      } catch (error) {
        // The dialog cannot be shown: the requests that wait get their 401. The error is reported by `subscribe`.
        request.cancel();
        throw error;
      }
    });
    return reauthenticate(session, need);
  };
}

function createDialog(
  session: Session,
  request: ReauthenticationRequest,
  messages: SignInMessages,
  prefix: string,
) {
  const { reason, user, cancel } = request;
  const focusedBefore = document.activeElement as HTMLElement | null;
  const id = `sign-in-title-${++count}`;
  const title = createPart("p", "title", { id });
  title.append(
    messages[reason === "bearer" ? "sign-in-once-more" : user ? "sign-in-again" : "sign-in-to-go-on"],
  );
  const userLine = createPart("p", "user", { id: `${id}-user` });
  if (user) userLine.append(messages.user.replace("{user}", () => user.name || user.email));
  const notNow = createPart("button", "cancel", { type: "button" });
  notNow.append(messages["not-now"]);
  notNow.addEventListener("click", cancel);
  const form = createForm(session, prefix);
  form.messages = messages;
  // Single sign-on brings no bearer token.
  form.sso = reason === "ended";
  form.session = {
    __proto__: session,
    snapshot: FORM_SNAPSHOT,
    subscribe(listener: (snapshot: typeof FORM_SNAPSHOT) => void) {
      const unsubscribe = session.subscribe(() => listener(FORM_SNAPSHOT));
      return () => {
        unsubscribe();
        // The page has taken the dialog out of the document.
        if (!dialog.isConnected) cancel();
      };
    },
    login: request.login,
    sso: { __proto__: session.sso, start: request.startSso },
  } as object as Session;

  const dialog = createPart("dialog", "dialog", { "aria-labelledby": id, "aria-describedby": userLine.id });
  dialog.append(title, userLine, form, notNow);
  // The Tab key leads from the last element of the dialog to the first one, and Shift+Tab back; browsers would leave the page for their own
  // controls there.
  dialog.addEventListener("keydown", (event) => {
    const firstAndLast = [form.querySelector(".sign-in-email"), notNow];
    const [from, to] = (event.shiftKey ? firstAndLast : firstAndLast.reverse()) as [HTMLElement, HTMLElement];
    if (event.key !== "Tab" || document.activeElement !== from) return;
    event.preventDefault();
    to.focus();
  });
  // The Escape key, or a script of the page, may close the dialog.
  dialog.addEventListener("close", cancel);

  return {
    show() {
      document.body.append(dialog);
      if (user) {
        (form.querySelector(".sign-in-email") as HTMLInputElement).value = user.email;
        (form.querySelector(".sign-in-password") as HTMLInputElement).autofocus = true;
      }
      dialog.showModal();
      // The page may have prevented the opening, by the event `beforetoggle`.
      if (!dialog.open) cancel();
    },
    close() {
      // jsdom has no such method.
      dialog.close?.();
      dialog.remove();
      // Later, because a `SignedIn` may still hide the element that had the focus, and shows it again after this.
      setTimeout(() => {
        if (document.activeElement === document.body) focusedBefore?.focus({ preventScroll: true });
      });
    },
  };
}

function createForm(session: Session, prefix: string): SignInFormElement {
  const [name, definedClass] = nameOf("sign-in-form", prefix);
  if (!definedClass) defineSignInForm(session, { prefix });
  return document.createElement(name) as SignInFormElement;
}
