// `<session-notices>`: a custom element, for plain HTML and any framework, that says what a user must know about the session on every page.

import type { GateState, Session } from "platform-session";

/**
 * Defines `<session-notices>`, and connects it to this session; a further call connects it to another session. On a server it does nothing.
 *
 * `prefix` makes another name ("acme": `<acme-session-notices>`), also for the form in the dialog. `messages` are the texts of elements that are
 * created later and have no `messages` of their own; texts of earlier calls with this session stay, unless replaced.
 *
 * Throws where the name belongs to another class, and a `TypeError` that names an option or a key of `messages` that does not exist. A call that
 * throws changes nothing.
 */
export function defineSessionNotices(
  session: Session,
  options?: { messages?: SomeSessionNoticeMessages | undefined; prefix?: string | undefined },
): void;

/** A member of the snapshot; or "stay", the label of the button beside "expiring". */
export type SessionNoticeKey = "stale" | "expiring" | "stay" | "signOutPending";

/** Every text by its key. */
export type SessionNoticeMessages = { readonly [key in SessionNoticeKey]: string };

/** Some of the texts. A text that is left out, or `undefined`, is in English. */
export type SomeSessionNoticeMessages = { readonly [key in SessionNoticeKey]?: string | undefined };

/** The default texts. */
export const english: SessionNoticeMessages;
/** The same in German. */
export const german: SessionNoticeMessages;

/**
 * Says what a user must know on every page, for as long as it is true, and nothing else:
 *
 * - `stale`: the service cannot be reached, and what the signed-in user sees may be old;
 * - `expiring`: the session ends soon, with a button that opens the sign-in dialog (`openSignInDialog`), in the messages of `defineSignInForm`;
 * - `signOutPending`, where the status is "unknown": a sign-out failed, and is sent again. This notice is left out while a visible
 *   `<sign-in-form>` of the document, outside of shadow trees, says why no user is signed in: the form says this, too.
 *
 * The element opens no gate, and shows no data of a user. It is in the light DOM, and has no styles of its own. Each part has a class:
 * `session-notices-status`, a live region that is there from the beginning, and in it `session-notices-stale`, `session-notices-expiring` with
 * `session-notices-stay`, the button, and `session-notices-sign-out-pending`. Nodes that the page puts in their place are removed.
 */
export interface SessionNoticesElement extends HTMLElement {
  /**
   * The texts. Default: the `messages` of `defineSessionNotices`, or else `english`, which also completes the texts that are set here. Setting a
   * key that does not exist throws a `TypeError` that names it, and the element keeps its last texts.
   */
  get messages(): SomeSessionNoticeMessages;
  set messages(messages: SomeSessionNoticeMessages | undefined);
  /** "granted" while it shows a notice, else "denied". In CSS `:state(granted)`, as for gates. */
  readonly state: GateState;
  /** The session of `defineSessionNotices`, unless another is set; `null` unsets that again. */
  get session(): Session;
  set session(session: Session | null | undefined);
}

/** The properties of the element in the markup of a framework. */
export interface SessionNoticesAttributes {
  /** Texts in place of the English ones. */
  messages?: SomeSessionNoticeMessages | undefined;
  /** The session to follow. Default: the session of `defineSessionNotices`. */
  session?: Session | null | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    "session-notices": SessionNoticesElement;
  }
}

// Types for the markup of each framework. `@ts-ignore`: where a framework is not installed, its module does not exist.

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
