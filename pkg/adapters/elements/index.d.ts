// Custom elements: gates and the single sign-on button, for plain HTML and for the markup of any framework.

import type { Feature, GateConditions, GateState, RoleName, Session, SessionError } from "platform-session";

/**
 * Defines `<permission-gate>`, `<session-gate>`, `<signed-in>` and `<sso-button>`, and connects them to this session. A further call connects
 * them to another session, also the elements that are in the document already. On a server it does nothing.
 *
 * Throws where one of the names belongs to another class; a `prefix` makes other names ("acme": `<acme-permission-gate>`). An unknown
 * option is a `TypeError` that names it.
 * `platform-session/elements.css` hides the content of gates until the elements are defined. It has only the names without a prefix: with a
 * prefix, copy its rules for your names.
 */
export function defineElements(session: Session, options?: { prefix?: string | undefined }): void;

/**
 * `<permission-gate>`: its children show where all conditions are granted. Children with `slot="fallback"` show where the gate is denied,
 * those with `slot="pending"` while it is unknown. A `<template>` child, with such a slot or none, is rendered only while its slot
 * shows: it is hidden without any CSS, and its content loads and runs nothing before. In a template with a slot, text needs an element
 * around it, because text by itself has no slot.
 *
 * The state is the property `state`, and `:state(granted)`, `:state(denied)` and `:state(unknown)` in CSS; the attribute
 * `state` in engines without `:state()`.
 *
 * While a `<signed-in>` around it hides its children, the gate keeps its content, so that a draft in it survives; its `state` still follows
 * the session.
 *
 * Properties take precedence over attributes: a property that was set to `undefined` denies. A value of a wrong type is a `TypeError`.
 */
export interface PermissionGateElement extends HTMLElement {
  /** One name, or a list of names that must all be granted. The attribute takes one name only. */
  feature: Feature | readonly Feature[] | undefined;
  /** The attribute is `at-least`. */
  atLeast: RoleName | undefined;
  status: "authenticated" | "unauthenticated" | undefined;
  /** One of these at least must be granted, as in `session.gate`. An attribute of this name denies, and is a `TypeError`. */
  anyOf: readonly GateConditions[] | undefined;
  readonly state: GateState;
  /** The session of `defineElements`, unless another is set; `null` unsets that again. */
  get session(): Session;
  set session(session: Session | null | undefined);
}

/** The same element as `<permission-gate>`, under a name that suits conditions on the session: `<session-gate status="authenticated">`. */
export type SessionGateElement = PermissionGateElement;

/**
 * `<signed-in>`: for content that only a signed-in user may see. Its `<template>` is rendered while a user is signed in. Children with
 * `slot="fallback"` show while no user is signed in (a sign-in form, for example), those with `slot="pending"` while nothing is known. `state`
 * is as on gates.
 *
 * The rendered template stays in the document, hidden, while its user is not known to be signed in: while `reauthenticate` runs, after a return
 * from the back/forward cache, after the session has ended. It is then neither visible nor focusable nor known to assistive technology, and
 * `fallback` or `pending` shows in its place. So a draft survives a 401, in a gate too: the same user signs in again, and goes on typing. When
 * the identity ends, the rendered template is removed, and rendered anew for the next user.
 *
 * Children without a template are hidden in the same way. But they may hold data of the last user, and cannot be rendered anew: when the
 * identity ends they are hidden for good (`slot="ended"`; text by itself is emptied). Children that the page adds afterwards are shown.
 */
export interface SignedInElement extends HTMLElement {
  readonly state: GateState;
  /** The session of `defineElements`, unless another is set; `null` unsets that again. */
  get session(): Session;
  set session(session: Session | null | undefined);
}

/**
 * A button with the deployment's own label, where the deployment offers single sign-on; else nothing. `::part(button)` styles
 * it. While it shows, the element has `:state(granted)`, as gates have. If the deployment cannot be reached, it is asked again.
 *
 * Attributes: `return-url`, and `mode` ("redirect", or "popup"), as `session.sso.start` takes them. It fires `sso-failed`.
 */
export interface SsoButtonElement extends HTMLElement {
  readonly state: GateState;
  /** The session of `defineElements`, unless another is set; `null` unsets that again. */
  get session(): Session;
  set session(session: Session | null | undefined);
  addEventListener<K extends keyof SsoButtonEvents>(
    type: K,
    listener: (this: SsoButtonElement, event: SsoButtonEvents[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/** The events of the button, beside those of every element. */
export interface SsoButtonEvents extends HTMLElementEventMap {
  /** Single sign-on could not begin, or the popup was closed. Bubbles, out of shadow trees too. */
  "sso-failed": CustomEvent<{ error: SessionError }>;
}

/**
 * The attributes and properties of a gate in the markup of a framework. No condition may be `undefined`: some frameworks would then set nothing,
 * and the gate would ignore the condition.
 */
export interface GateAttributes {
  /** The feature, or features, that the gate asks for: all of them must be granted. */
  feature?: Feature | readonly Feature[];
  /** The user's role must be this one, or rank at least as high. */
  "at-least"?: RoleName;
  /** The status that the gate asks for. */
  status?: "authenticated" | "unauthenticated";
  /** At least one of these must be granted. Only a property, not an attribute: in Solid `prop:anyOf`. React sets it from version 19 on. */
  anyOf?: readonly GateConditions[];
  /** The session to follow. Default: the session of `defineElements`. */
  session?: Session | null | undefined;
}

/** The properties of `<signed-in>` in the markup of a framework. */
export interface SignedInAttributes {
  /** The session to follow. Default: the session of `defineElements`. */
  session?: Session | null | undefined;
}

/** The attributes and properties of the button in the markup of a framework. */
export interface SsoButtonAttributes {
  /** Where the browser comes back to. */
  "return-url"?: string | undefined;
  /** "redirect" leaves the page; "popup" keeps it. As for `sso.start`. */
  mode?: "redirect" | "popup" | undefined;
  /** The session to sign in to. Default: the session of `defineElements`. */
  session?: Session | null | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    "permission-gate": PermissionGateElement;
    "session-gate": SessionGateElement;
    "signed-in": SignedInElement;
    "sso-button": SsoButtonElement;
  }
}

// Types for the markup of each framework. `@ts-ignore`: where a framework is not installed, its module does not exist.

// @ts-ignore
declare module "react" {
  // @ts-ignore
  type PlatformSessionProps<E, A> = A & Omit<HTMLAttributes<E>, keyof A> & RefAttributes<E>;
  namespace JSX {
    interface IntrinsicElements {
      "permission-gate": PlatformSessionProps<PermissionGateElement, GateAttributes>;
      "session-gate": PlatformSessionProps<SessionGateElement, GateAttributes>;
      "signed-in": PlatformSessionProps<SignedInElement, SignedInAttributes>;
      "sso-button": PlatformSessionProps<SsoButtonElement, SsoButtonAttributes>;
    }
  }
}

// @ts-ignore
declare module "vue" {
  // @ts-ignore
  type PlatformSessionComponent<A> = new () => { $props: A & Omit<HTMLAttributes, keyof A> };
  interface GlobalComponents {
    "permission-gate": PlatformSessionComponent<GateAttributes>;
    "session-gate": PlatformSessionComponent<GateAttributes>;
    "signed-in": PlatformSessionComponent<SignedInAttributes>;
    "sso-button": PlatformSessionComponent<SsoButtonAttributes>;
  }
}

// @ts-ignore
declare module "svelte/elements" {
  // @ts-ignore
  type PlatformSessionAttributes<E, A> = A & Omit<HTMLAttributes<E>, keyof A>;
  interface SvelteHTMLElements {
    "permission-gate": PlatformSessionAttributes<PermissionGateElement, GateAttributes>;
    "session-gate": PlatformSessionAttributes<SessionGateElement, GateAttributes>;
    "signed-in": PlatformSessionAttributes<SignedInElement, SignedInAttributes>;
    "sso-button": PlatformSessionAttributes<SsoButtonElement, SsoButtonAttributes>;
  }
}

// @ts-ignore
declare module "solid-js/jsx-runtime" {
  namespace JSX {
    // @ts-ignore
    type PlatformSessionAttributes<E, A> = A & Omit<HTMLAttributes<E>, keyof A>;
    interface IntrinsicElements {
      "permission-gate": PlatformSessionAttributes<PermissionGateElement, GateAttributes>;
      "session-gate": PlatformSessionAttributes<SessionGateElement, GateAttributes>;
      "signed-in": PlatformSessionAttributes<SignedInElement, SignedInAttributes>;
      "sso-button": PlatformSessionAttributes<SsoButtonElement, SsoButtonAttributes>;
    }
  }
}
