// `signInDialog`: the form in a modal dialog, for as long as the option `reauthenticate` asks for it.

import type { Session, SessionOptions, SessionSnapshot } from "platform-session";
import type { ReauthenticationRequest } from "platform-session/reauthentication";
import { nameOf } from "../elements/names.js";
import { createReauthentication } from "../reauthentication/reauthentication.js";
import { refuseOptions } from "../shared/options.js";
import { tellForms } from "./asked.js";
import { defineSignInForm } from "./define.js";
import type { SignInFormElement, SignInMessages, SomeSignInMessages } from "./index.js";
import { texts } from "./messages.js";
import { createPart } from "./parts.js";

/** The snapshot that the dialog's form gets in place of the session's: with it the form shows, and explains nothing. */
const ASKED = {
  status: "unauthenticated",
  reason: "no-session",
  error: null,
  signOutPending: false,
};

let count = 0;

type Reauthenticate = NonNullable<SessionOptions["reauthenticate"]>;

interface Options {
  messages?: SomeSignInMessages | undefined;
  prefix?: string | undefined;
}

export const signInDialog = (options: Options = {}): Reauthenticate => asking(options);

export const openSignInDialog = async (session: Session, options?: Options): Promise<void> => {
  const { status, user } = session.snapshot;
  const ask = asking({ messages: texts.of(session), ...options });
  let wasOut = status !== "authenticated";
  /** No request waits for this dialog. So it stays open until the user has signed in, here or elsewhere: `reauthenticating` is made to say so. */
  const subscribe = (listener: (snapshot: SessionSnapshot) => void) =>
    session.subscribe((snapshot) => {
      const isIn = snapshot.status === "authenticated";
      wasOut ||= !isIn;
      listener({ ...snapshot, reauthenticating: !(wasOut && isIn) });
    });
  const reason = status === "authenticated" ? "bearer" : "ended";
  await ask({ __proto__: session, subscribe } as object as Session, { reason, user });
};

/** Checks the options, and returns the function for the option `reauthenticate`. */
function asking({ messages: given, prefix = "", ...others }: Options): Reauthenticate {
  refuseOptions(others, "messages, prefix");
  const messages = texts.complete(given);
  return (session, need) => {
    const { subscribe, reauthenticate } = createReauthentication();
    const { key } = session.identity;
    let dialog: ReturnType<typeof createDialog> | undefined;
    subscribe((request) => {
      // The request has ended, perhaps while the dialog is being shown: by a listener of the page.
      if (!request) {
        tellForms(key, false);
        return dialog?.close();
      }
      try {
        dialog = createDialog(session, request, messages, prefix);
        tellForms(key, true);
        dialog.show();
      } catch (error) {
        // A dialog that cannot be shown is not waited for. The error is reported.
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
  const before = document.activeElement as HTMLElement | null;
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
    snapshot: ASKED,
    subscribe(listener: (snapshot: typeof ASKED) => void) {
      const unsubscribe = session.subscribe(() => listener(ASKED));
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
  // The Tab key stays in the dialog: at its first and last field, browsers would leave the page for their own controls.
  dialog.addEventListener("keydown", (event) => {
    const ends = [form.querySelector(".sign-in-email"), notNow];
    const [from, to] = (event.shiftKey ? ends : ends.reverse()) as [HTMLElement, HTMLElement];
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
      // The page may keep the dialog from opening, by the event `beforetoggle`.
      if (!dialog.open) cancel();
    },
    close() {
      // jsdom has no such method.
      dialog.close?.();
      dialog.remove();
      // The element that had the focus may be hidden, as in a `SignedIn`, and is shown again once the session does not wait any more.
      setTimeout(() => {
        if (document.activeElement === document.body) before?.focus({ preventScroll: true });
      });
    },
  };
}

function createForm(session: Session, prefix: string): SignInFormElement {
  const [name, known] = nameOf("sign-in-form", prefix);
  if (!known) defineSignInForm(session, { prefix });
  return document.createElement(name) as SignInFormElement;
}
