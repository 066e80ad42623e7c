// Sign-in and sign-out: two custom elements, a form and a button, for plain HTML and any framework, and a modal dialog.

import type {
  GateState,
  Session,
  SessionError,
  SessionErrorCode,
  SessionOptions,
  SignedOutReason,
} from "platform-session";

/**
 * Defines `<sign-in-form>`, and connects it to this session; a further call connects it to another session. On a server it does nothing.
 *
 * `prefix` makes another name ("acme": `<acme-sign-in-form>`). `messages` are the texts of forms that are created later and have no `messages` of
 * their own; texts of earlier calls with this session stay, unless replaced.
 *
 * Throws where the name belongs to another class, and a `TypeError` that names an option or a key of `messages` that does not exist. A call that
 * throws changes nothing.
 */
export function defineSignInForm(
  session: Session,
  options?: { messages?: SomeSignInMessages | undefined; prefix?: string | undefined },
): void;

/**
 * Defines `<sign-out-button>`, and connects it to this session. The options are those of `defineSignInForm`, and both functions share their
 * `messages`: texts that one of them gets apply to later elements of the other, too.
 */
export function defineSignOutButton(
  session: Session,
  options?: { messages?: SomeSignInMessages | undefined; prefix?: string | undefined },
): void;

/**
 * Returns a function for the option `reauthenticate`, which opens a modal `<dialog>` with the sign-in form; nothing else is needed:
 * `createSession({ reauthenticate: signInDialog() })`.
 *
 * The dialog says why it is open, and for which user, and has the email address filled in; another user may sign in, too. It stays open after a
 * wrong password. It offers single sign-on, in a window, where the deployment does, but not for the reason "bearer".
 *
 * It closes by itself when the identity ends, when the same user signs in elsewhere (reason "ended"), and at `close()`. The requests that wait
 * get their 401 when the user presses Escape or "Not now", when the page removes the dialog from the document, and when the page is left.
 * Afterwards the dialog is out of the document, and the focus is where it was.
 *
 * Its form is the element `<sign-in-form>`, which is defined if the page has not done so; a `prefix` makes another name, as in
 * `defineSignInForm`. Beside the form's classes the dialog has `sign-in-dialog`, `sign-in-title`, `sign-in-user` and `sign-in-cancel`.
 *
 * Throws a `TypeError` that names an option, or a key of `messages`, that does not exist. If a dialog cannot be shown, as in jsdom, the error is
 * reported, and the requests that wait get their 401.
 */
export function signInDialog(options?: {
  messages?: SomeSignInMessages | undefined;
  prefix?: string | undefined;
}): NonNullable<SessionOptions["reauthenticate"]>;

/**
 * Opens the same dialog by hand, for example while `snapshot.expiring` is true, so that the session is renewed before it ends. Call it on a
 * click: `openSignInDialog(session).catch(() => {})`. Resolves once the user has signed in; the same user keeps the same identity. Rejects with
 * "superseded" where the user gives up ("Not now"), and where the dialog closes by itself, as for `signInDialog`.
 *
 * `messages`: by default those of `defineSignInForm`, or else English.
 */
export function openSignInDialog(
  session: Session,
  options?: { messages?: SomeSignInMessages | undefined; prefix?: string | undefined },
): Promise<void>;

/**
 * A label, a `SignedOutReason`, or a `SessionErrorCode`. In the text "retry-after", `{seconds}` stands for a number; in "user", `{user}` for a
 * name. "sign-out" is the label of the sign-out button. Only the dialog shows "sign-in-again", "sign-in-to-go-on" (the page never knew a user),
 * "sign-in-once-more" (the user is signed in, and only a bearer token is missing), "user" and "not-now".
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

/** Some of the texts. A text that is left out, or `undefined`, is in English. */
export type SomeSignInMessages = { readonly [key in SignInMessageKey]?: string | undefined };

/** The default texts. */
export const english: SignInMessages;
/** The same in German: `form.messages = german`. */
export const german: SignInMessages;

/**
 * A form for email and password, shown while no user is signed in. It is in the light DOM, so that password managers find it and the
 * page can style it. It says why a sign-in failed, and why no user is signed in any more. Nodes that the page puts into it are removed.
 *
 * It has only a layout, and any rule of the page is stronger. Each part has a class: `sign-in-status` (a live region), and the
 * form, `sign-in-fields`. In the form are two labels, `sign-in-field`, with the fields `sign-in-email` and `sign-in-password`; then
 * `sign-in-error` (an alert, with the error code in `data-code`), `sign-in-submit` and, with `sso`, `sign-in-sso`.
 *
 * Attributes, for single sign-on: `mode` ("redirect", or "popup"), and `return-url`, as `session.sso.start` takes them. Without `return-url`
 * single sign-on comes back to the page's address at the moment of the click, with query and fragment, or to as much of it as the deployment
 * accepts. The form fires `sign-in-failed`. If the form had the focus when a sign-in in it succeeds, the focus moves to the nearest `main` around
 * it, or else to the element around it, unless another element has taken it.
 */
export interface SignInFormElement extends HTMLElement {
  /**
   * The texts. Default: the `messages` of `defineSignInForm`, or else `english`, which also completes the texts that are set here. Setting a key
   * that does not exist throws a `TypeError` that names it, and the form keeps its last texts.
   */
  get messages(): SomeSignInMessages;
  set messages(messages: SomeSignInMessages | undefined);
  /** Whether the form has a single sign-on button, if the deployment offers single sign-on. The attribute is `sso`. */
  sso: boolean | "" | undefined;
  /** "granted" while the form shows, "denied" while a user is signed in. In CSS `:state(granted)`, as for gates. */
  readonly state: GateState;
  /** The session of `defineSignInForm`, unless another is set; `null` unsets that again. */
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
  /** A sign-in by password or by single sign-on failed. The form itself shows the error. Bubbles, out of shadow trees too. */
  "sign-in-failed": CustomEvent<{ error: SessionError }>;
}

/** The attributes and properties of the form in the markup of a framework. */
export interface SignInFormAttributes {
  /** Whether the form offers single sign-on, if the deployment does. */
  sso?: boolean | "" | undefined;
  /** Where single sign-on comes back to. Default: the page's address at the moment of the click. */
  "return-url"?: string | undefined;
  /** "redirect" leaves the page; "popup" keeps it. As for `sso.start`. */
  mode?: "redirect" | "popup" | undefined;
  /** Texts in place of the English ones. */
  messages?: SomeSignInMessages | undefined;
  /** The session to sign in to. Default: the session of `defineSignInForm`. */
  session?: Session | null | undefined;
}

/**
 * A button that calls `logout()`: shown to a signed-in user, and until a sign-out is over. While a sign-out is under way the button has
 * `aria-disabled`. A sign-out that failed is sent again by itself, or at once by a click. The button shows no error: `<session-notices>` and
 * `<sign-in-form>` do.
 *
 * It is in the light DOM, and has no styles: the button has the class `sign-out`. Nodes that the page puts into the element are removed.
 */
export interface SignOutButtonElement extends HTMLElement {
  /** The texts, of which the button shows "sign-out". The default and the errors are as for the form. */
  get messages(): SomeSignInMessages;
  set messages(messages: SomeSignInMessages | undefined);
  /** "granted" while the button shows, else "denied". In CSS `:state(granted)`, as for gates. */
  readonly state: GateState;
  /** The session of `defineSignOutButton`, unless another is set; `null` unsets that again. */
  get session(): Session;
  set session(session: Session | null | undefined);
}

/** The properties of the button in the markup of a framework. */
export interface SignOutButtonAttributes {
  /** Texts in place of the English ones. */
  messages?: SomeSignInMessages | undefined;
  /** The session to sign out of. Default: the session of `defineSignOutButton`. */
  session?: Session | null | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    "sign-in-form": SignInFormElement;
    "sign-out-button": SignOutButtonElement;
  }
}

// Types for the markup of each framework. `@ts-ignore`: where a framework is not installed, its module does not exist.

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
