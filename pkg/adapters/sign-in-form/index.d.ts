// How a user signs in and out: a form and a button, custom elements for plain HTML and for the markup of any framework, and a modal dialog.

import type {
  GateState,
  Session,
  SessionError,
  SessionErrorCode,
  SessionOptions,
  SignedOutReason,
} from "platform-session";

/**
 * Defines `<sign-in-form>`, and gives it this session. Called again, it gives it the new one. On a server it does nothing.
 *
 * Throws where the name belongs to another class; a `prefix` makes another name ("acme": `<acme-sign-in-form>`). `messages` are what its
 * forms say unless they are given others; those of earlier calls with this session stay beside them. They are for forms that come into being
 * later. An option that there is not, or a key of `messages`, is a `TypeError` that names it. A call that throws changes nothing.
 */
export function defineSignInForm(
  session: Session,
  options?: { messages?: SomeSignInMessages | undefined; prefix?: string | undefined },
): void;

/**
 * Defines `<sign-out-button>`, and gives it this session. It takes what `defineSignInForm` takes, and `messages` are the same for both: what
 * one of the two was given, elements of the other that come into being later say, too.
 */
export function defineSignOutButton(
  session: Session,
  options?: { messages?: SomeSignInMessages | undefined; prefix?: string | undefined },
): void;

/**
 * A modal `<dialog>` with the sign-in form, for the option `reauthenticate`; nothing else is needed:
 * `createSession({ reauthenticate: signInDialog() })`.
 *
 * It says why it is there, and for which user, and has the email address filled in; another user may sign in, too. It stays open at a wrong
 * password, and offers single sign-on, in a window, where the deployment does and it is of use (not for the reason "bearer"). It closes
 * by itself where the identity ends, where the same user signs in elsewhere (reason "ended"), and at `close()`. The Escape key and "Not now"
 * give up: the requests that waited get their 401; so does a page that takes the dialog out of the document, or is left. Afterwards nothing of it is
 * left in the document, and the focus is where it was.
 *
 * Its form is the element `<sign-in-form>`, which is defined if the page has not done so; a `prefix` makes another name, as in
 * `defineSignInForm`. Beside the form's classes it has `sign-in-dialog`, `sign-in-title`, `sign-in-user` and `sign-in-cancel`.
 *
 * Throws a `TypeError` that names an option, or a key of `messages`, which there is not. A dialog that cannot be shown, as in jsdom, is taken
 * out of the document, the error is reported, and the requests that waited get their 401.
 */
export function signInDialog(options?: {
  messages?: SomeSignInMessages | undefined;
  prefix?: string | undefined;
}): NonNullable<SessionOptions["reauthenticate"]>;

/**
 * Opens that dialog by hand: before the session ends (`snapshot.expiring`), so that no request meets the end. Call it on a click:
 * `openSignInDialog(session).catch(() => {})`. Resolves once the user has signed in; the same user goes on with the same identity. Rejects with
 * "superseded" where the user gives up ("Not now"), and where the dialog ends by itself, as above.
 *
 * `messages`: by default those of `defineSignInForm`, or else English.
 */
export function openSignInDialog(
  session: Session,
  options?: { messages?: SomeSignInMessages | undefined; prefix?: string | undefined },
): Promise<void>;

/**
 * A label, a `SignedOutReason`, or a `SessionErrorCode`. `{seconds}` in "retry-after" is a number, `{user}` in "user" a name. "sign-out" is the button's. The dialog alone
 * says "sign-in-again", "sign-in-to-go-on" (where the page never knew a user), "sign-in-once-more" (where the user is signed in, and only a
 * bearer token is lacking), "user" and "not-now".
 */
export type SignInMessageKey =
  | "email"
  | "password"
  | "submit"
  | "sign-out"
  | "busy"
  | "waiting"
  | "retrying"
  | "retry-after"
  | "failed"
  | "not-signed-out"
  | "sign-in-again"
  | "sign-in-to-go-on"
  | "sign-in-once-more"
  | "user"
  | "not-now"
  | Exclude<SignedOutReason, "no-session">
  | Exclude<SessionErrorCode, "not-found" | "foreign-url" | "aborted" | "not-ready">;

/** Every text by its key. */
export type SignInMessages = { readonly [key in SignInMessageKey]: string };

/** What is left out, or `undefined`, is said in English. */
export type SomeSignInMessages = { readonly [key in SignInMessageKey]?: string | undefined };

/** What the form says unless it is given other messages. */
export const english: SignInMessages;
/** The same in German: `form.messages = german`. */
export const german: SignInMessages;

/**
 * A form for email and password, shown while no user is signed in. It is in the light DOM, so that password managers find it and the
 * page styles it. It says what keeps a user from signing in, and why none is signed in any more. What the page puts into it is
 * taken away.
 *
 * Its only styles lay it out, and any rule of the page is stronger. Each part has a class: `sign-in-status` (a live region), and the
 * form, `sign-in-fields`. In that are two labels, `sign-in-field`, with the fields `sign-in-email` and `sign-in-password`; then
 * `sign-in-error` (an alert, with the error code in `data-code`), `sign-in-submit` and, with `sso`, `sign-in-sso`.
 *
 * Attributes, for single sign-on: `mode` ("redirect", or "popup"), and `return-url`, as `session.sso.start` takes them. Without `return-url`
 * it comes back to the page's address at the moment of the click, with query and fragment, or to as much of it as the deployment accepts.
 * It fires `sign-in-failed`. After a sign-in in it, the focus that it had goes to the nearest `main` around it, or without one to the
 * element around it, unless something else has it.
 */
export interface SignInFormElement extends HTMLElement {
  /** Default: the `messages` of `defineSignInForm`, or else `english`, which also says what is left out here. A key that there is not is a `TypeError` that names it, and the form says what it said before. */
  get messages(): SomeSignInMessages;
  set messages(messages: SomeSignInMessages | undefined);
  /** Whether the deployment's single sign-on button stands in it, where that is offered. The attribute is `sso`. */
  sso: boolean | "" | undefined;
  /** "granted" while the form shows, "denied" while a user is signed in. In CSS `:state(granted)`, as of gates. */
  readonly state: GateState;
  /** The session of `defineSignInForm`, unless another is set; `null` is none. */
  get session(): Session;
  set session(session: Session | null | undefined);
  addEventListener<K extends keyof SignInFormEvents>(
    type: K,
    listener: (this: SignInFormElement, event: SignInFormEvents[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/** The events of the form, beside those of every element. */
export interface SignInFormEvents extends HTMLElementEventMap {
  /** A sign-in failed, by password or by single sign-on. The form says so by itself. Bubbles, out of shadow trees too. */
  "sign-in-failed": CustomEvent<{ error: SessionError }>;
}

/** What the form takes in the markup of a framework. */
export interface SignInFormAttributes {
  /** Whether the form offers single sign-on, where the deployment has it. */
  sso?: boolean | "" | undefined;
  /** Where single sign-on comes back to. Default: the address at which the form stands. */
  "return-url"?: string | undefined;
  /** "redirect" leaves the page; "popup" keeps it. As of `sso.start`. */
  mode?: "redirect" | "popup" | undefined;
  /** Texts in place of the English ones. */
  messages?: SomeSignInMessages | undefined;
  /** The session to sign in to, where it is not the one of `defineSignInForm`. */
  session?: Session | null | undefined;
}

/**
 * A button that calls `logout()`: shown to a signed-in user, and until a sign-out is over. While one is under way it has `aria-disabled`; one
 * that failed is sent again by itself, and by a click at once. Of a failure it says nothing: `<session-notices>` and `<sign-in-form>` do.
 *
 * It is in the light DOM, and has no styles: the button has the class `sign-out`. What the page puts into the element is taken away.
 */
export interface SignOutButtonElement extends HTMLElement {
  /** Of these the button says "sign-out". Default and refusals as of the form. */
  get messages(): SomeSignInMessages;
  set messages(messages: SomeSignInMessages | undefined);
  /** "granted" while the button shows, else "denied". In CSS `:state(granted)`, as of gates. */
  readonly state: GateState;
  /** The session of `defineSignOutButton`, unless another is set; `null` is none. */
  get session(): Session;
  set session(session: Session | null | undefined);
}

/** What the button takes in the markup of a framework. */
export interface SignOutButtonAttributes {
  /** Texts in place of the English ones. */
  messages?: SomeSignInMessages | undefined;
  /** The session to sign out of, where it is not the one of `defineSignOutButton`. */
  session?: Session | null | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    "sign-in-form": SignInFormElement;
    "sign-out-button": SignOutButtonElement;
  }
}

// The markup of each framework, where it is installed: in a program without it, its module is not there to be added to.

// @ts-ignore
declare module "react" {
  // @ts-ignore
  type SignInFormProps<E, A> = A & Omit<HTMLAttributes<E>, keyof A> & RefAttributes<E>;
  namespace JSX {
    interface IntrinsicElements {
      "sign-in-form": SignInFormProps<SignInFormElement, SignInFormAttributes>;
      "sign-out-button": SignInFormProps<SignOutButtonElement, SignOutButtonAttributes>;
    }
  }
}

// @ts-ignore
declare module "vue" {
  // @ts-ignore
  type SignInFormComponent<A> = new () => { $props: A & Omit<HTMLAttributes, keyof A> };
  interface GlobalComponents {
    "sign-in-form": SignInFormComponent<SignInFormAttributes>;
    "sign-out-button": SignInFormComponent<SignOutButtonAttributes>;
  }
}

// @ts-ignore
declare module "svelte/elements" {
  // @ts-ignore
  type SignInFormProps<E, A> = A & Omit<HTMLAttributes<E>, keyof A>;
  interface SvelteHTMLElements {
    "sign-in-form": SignInFormProps<SignInFormElement, SignInFormAttributes>;
    "sign-out-button": SignInFormProps<SignOutButtonElement, SignOutButtonAttributes>;
  }
}

// @ts-ignore
declare module "solid-js/jsx-runtime" {
  namespace JSX {
    // @ts-ignore
    type SignInFormProps<E, A> = A & Omit<HTMLAttributes<E>, keyof A>;
    interface IntrinsicElements {
      "sign-in-form": SignInFormProps<SignInFormElement, SignInFormAttributes>;
      "sign-out-button": SignInFormProps<SignOutButtonElement, SignOutButtonAttributes>;
    }
  }
}
