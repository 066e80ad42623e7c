// A custom element: the form with which somebody signs in, for plain HTML and for the markup of any framework.

import type { GateState, Session, SessionError } from "platform-session";

/**
 * Defines `<sign-in-form>`, and gives it this session. Called again, it gives it the new one. On a server it does nothing.
 *
 * Throws where the name belongs to another class; a `prefix` makes another name ("acme": `<acme-sign-in-form>`).
 */
export function defineSignInForm(session: Session, options?: { prefix?: string }): void;

/**
 * Texts by label ("email", "password", "submit", "busy", "waiting", "retrying", "retry-after", "failed", "not-signed-out"), by
 * `SignedOutReason`, and by `SessionErrorCode`. `{seconds}` in "retry-after" is a number.
 */
export type SignInMessages = Readonly<Record<string, string>>;

/** What the form says unless it is given other messages. */
export const english: SignInMessages;
/** The same in German: `form.messages = german`. */
export const german: SignInMessages;

/**
 * A form for email and password, shown while nobody is signed in. It is in the light DOM, so that password managers find it and the
 * page styles it. It says what keeps somebody from signing in, and why nobody is signed in any more. What the page puts into it is
 * taken away.
 *
 * Its only styles lay it out, and any rule of the page is stronger. Each part has a class: `sign-in-status` (a live region), and the
 * form, `sign-in-fields`. In that are two labels, `sign-in-field`, with the fields `sign-in-email` and `sign-in-password`; then
 * `sign-in-error` (an alert, with the error code in `data-code`), `sign-in-submit` and, with `sso`, `sign-in-sso`.
 *
 * Attributes: `return-url`, and `mode` ("redirect", or "popup"), for single sign-on, as `session.sso.start` takes them. It fires
 * `sign-in-failed`.
 */
export interface SignInFormElement extends HTMLElement {
  /** Default: `english`, which also says what is left out here, or `undefined`. */
  get messages(): SignInMessages;
  set messages(messages: SignInMessages | undefined);
  /** Whether the deployment's single sign-on button stands in it, where that is offered. The attribute is `sso`. */
  sso: boolean | "" | undefined;
  /** "granted" while the form shows, "denied" while somebody is signed in. In CSS `:state(granted)`, as of gates. */
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

export interface SignInFormEvents extends HTMLElementEventMap {
  /** A sign-in failed, by password or by single sign-on. The form says so by itself. Bubbles, out of shadow trees too. */
  "sign-in-failed": CustomEvent<{ error: SessionError }>;
}

/** What the form takes in the markup of a framework. */
export interface SignInFormAttributes {
  sso?: boolean | "";
  "return-url"?: string;
  mode?: "redirect" | "popup";
  messages?: SignInMessages;
  session?: Session;
}

declare global {
  interface HTMLElementTagNameMap {
    "sign-in-form": SignInFormElement;
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
    }
  }
}

// @ts-ignore
declare module "vue" {
  // @ts-ignore
  type SignInFormComponent<A> = new () => { $props: A & Omit<HTMLAttributes, keyof A> };
  interface GlobalComponents {
    "sign-in-form": SignInFormComponent<SignInFormAttributes>;
  }
}

// @ts-ignore
declare module "svelte/elements" {
  // @ts-ignore
  type SignInFormProps<E, A> = A & Omit<HTMLAttributes<E>, keyof A>;
  interface SvelteHTMLElements {
    "sign-in-form": SignInFormProps<SignInFormElement, SignInFormAttributes>;
  }
}

// @ts-ignore
declare module "solid-js/jsx-runtime" {
  namespace JSX {
    // @ts-ignore
    type SignInFormProps<E, A> = A & Omit<HTMLAttributes<E>, keyof A>;
    interface IntrinsicElements {
      "sign-in-form": SignInFormProps<SignInFormElement, SignInFormAttributes>;
    }
  }
}
