// What a user must know of the session, wherever they are: a custom element, for plain HTML and for the markup of any framework.

import type { GateState, Session } from "platform-session";

/**
 * Defines `<session-notices>`, and gives it this session. Called again, it gives it the new one. On a server it does nothing.
 *
 * Throws where the name belongs to another class; a `prefix` makes another name ("acme": `<acme-session-notices>`), and is that of the dialog's
 * form, too. `messages` are what the notices say unless they are given others; those of earlier calls with this session stay beside them. They are for
 * elements that come into being later. An option that there is not, or a key of `messages`, is a `TypeError` that names it. A call that
 * throws changes nothing.
 */
export function defineSessionNotices(
  session: Session,
  options?: { messages?: SomeSessionNoticeMessages | undefined; prefix?: string | undefined },
): void;

/** A fact of the snapshot; or "stay", the label of the button beside "expiring". */
export type SessionNoticeKey = "stale" | "expiring" | "stay" | "signOutPending";

/** Every text by its key. */
export type SessionNoticeMessages = { readonly [key in SessionNoticeKey]: string };

/** What is left out, or `undefined`, is said in English. */
export type SomeSessionNoticeMessages = { readonly [key in SessionNoticeKey]?: string | undefined };

/** What the notices say unless they are given other messages. */
export const english: SessionNoticeMessages;
/** The same in German. */
export const german: SessionNoticeMessages;

/**
 * Says, while it is so, what a user must know on every page, and nothing else:
 *
 * - `stale`: the service cannot be reached, and what the signed-in user sees may be old;
 * - `expiring`: the session ends soon, with a button that opens the sign-in dialog (`openSignInDialog`), in the messages of `defineSignInForm`;
 * - `signOutPending`, where the status is "unknown": a sign-out failed, and is sent again. It is not said while a visible `<sign-in-form>` of
 *   the document, outside of shadow trees, says why no user is signed in: that says this, too.
 *
 * It opens no gate, and shows nothing of a user. It is in the light DOM, and has no styles of its own. Each part has a class:
 * `session-notices-status`, a live region that is there from the beginning, and in it `session-notices-stale`, `session-notices-expiring` with
 * `session-notices-stay`, the button, and `session-notices-sign-out-pending`. What the page puts in their place is taken away.
 */
export interface SessionNoticesElement extends HTMLElement {
  /** Default: the `messages` of `defineSessionNotices`, or else `english`, which also says what is left out here. A key that there is not is a `TypeError` that names it, and they say what they said before. */
  get messages(): SomeSessionNoticeMessages;
  set messages(messages: SomeSessionNoticeMessages | undefined);
  /** "granted" while it says something, else "denied". In CSS `:state(granted)`, as of gates. */
  readonly state: GateState;
  /** The session of `defineSessionNotices`, unless another is set; `null` is none. */
  get session(): Session;
  set session(session: Session | null | undefined);
}

/** What the notices take in the markup of a framework. */
export interface SessionNoticesAttributes {
  /** Texts in place of the English ones. */
  messages?: SomeSessionNoticeMessages | undefined;
  /** The session to follow, where it is not the one of `defineSessionNotices`. */
  session?: Session | null | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    "session-notices": SessionNoticesElement;
  }
}

// The markup of each framework, where it is installed: in a program without it, its module is not there to be added to.

// @ts-ignore
declare module "react" {
  // @ts-ignore
  type SessionNoticesProps<E, A> = A & Omit<HTMLAttributes<E>, keyof A> & RefAttributes<E>;
  namespace JSX {
    interface IntrinsicElements {
      "session-notices": SessionNoticesProps<SessionNoticesElement, SessionNoticesAttributes>;
    }
  }
}

// @ts-ignore
declare module "vue" {
  // @ts-ignore
  type SessionNoticesComponent<A> = new () => { $props: A & Omit<HTMLAttributes, keyof A> };
  interface GlobalComponents {
    "session-notices": SessionNoticesComponent<SessionNoticesAttributes>;
  }
}

// @ts-ignore
declare module "svelte/elements" {
  // @ts-ignore
  type SessionNoticesProps<E, A> = A & Omit<HTMLAttributes<E>, keyof A>;
  interface SvelteHTMLElements {
    "session-notices": SessionNoticesProps<SessionNoticesElement, SessionNoticesAttributes>;
  }
}

// @ts-ignore
declare module "solid-js/jsx-runtime" {
  namespace JSX {
    // @ts-ignore
    type SessionNoticesProps<E, A> = A & Omit<HTMLAttributes<E>, keyof A>;
    interface IntrinsicElements {
      "session-notices": SessionNoticesProps<SessionNoticesElement, SessionNoticesAttributes>;
    }
  }
}
