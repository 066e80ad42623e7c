// Custom elements: gates and the single sign-on button, for plain HTML and for the markup of any framework.

import type { Feature, GateConditions, GateState, RoleName, Session, SessionError } from "platform-session";

/**
 * Defines `<permission-gate>`, `<session-gate>`, `<signed-in>` and `<sso-button>`, and gives them this session. A further call gives them
 * another one, also the elements that are in the document already. On a server it does nothing.
 *
 * Throws where one of the names belongs to another class; a `prefix` makes other names ("acme": `<acme-permission-gate>`). An unknown
 * option is a `TypeError` that names it.
 * `platform-session/elements.css` hides what is gated until they are defined. It knows the names without a prefix only: with a prefix,
 * write its rules for your names.
 */
export function defineElements(session: Session, options?: { prefix?: string | undefined }): void;

/**
 * `<permission-gate>`: its children show where all conditions are granted. Children with `slot="fallback"` show where the gate is denied,
 * those with `slot="pending"` while it is unknown. A `<template>` child, with such a slot or none, is rendered only while its slot
 * shows: it is closed without any CSS, and what is in it loads nothing and runs nothing before. Where a template has a slot, its text needs
 * an element around it: text by itself has no slot.
 *
 * The state is the property `state`, and `:state(granted)`, `:state(denied)` and `:state(unknown)` in CSS; the attribute
 * `state` in engines without `:state()`.
 *
 * Within a `<signed-in>` that does not show what it keeps, the gate goes on showing what it has shown, so that a draft in it stays; its
 * `state` is what the session says.
 *
 * Properties take precedence over attributes: a property that was set to `undefined` denies. A value of a wrong type is a `TypeError`.
 */
export interface PermissionGateElement extends HTMLElement {
  /** One name, or a list of names that must all be granted. The attribute has one name. */
  feature: Feature | readonly Feature[] | undefined;
  /** The attribute is `at-least`. */
  atLeast: RoleName | undefined;
  status: "authenticated" | "unauthenticated" | undefined;
  /** One of these at least must be granted, as in `session.gate`. An attribute of this name denies, and is a `TypeError`. */
  anyOf: readonly GateConditions[] | undefined;
  readonly state: GateState;
  /** The session of `defineElements`, unless another is set; `null` is none. */
  get session(): Session;
  set session(session: Session | null | undefined);
}

/** The same element under the name that says what it is for: `<session-gate status="authenticated">`. */
export type SessionGateElement = PermissionGateElement;

/**
 * `<signed-in>`: for what only a signed-in user may see. Its `<template>` is rendered while a user is signed in; children with
 * `slot="fallback"` show while none is (a sign-in form in place), those with `slot="pending"` while nothing is known. `state` as on gates.
 *
 * What its template made stays in the document where it is not known any more that its user is signed in: while `reauthenticate` is under
 * way, after a return from the back/forward cache, after the session has ended. It is not rendered then (neither visible, nor focusable, nor
 * known to assistive technology); `fallback` or `pending` stands in its place. So a draft survives a 401, in a gate too: the same user signs
 * in again, and goes on typing. When the identity ends, what the template made is removed, and made anew for the next user.
 *
 * Children without a template are hidden in the same way. But they may hold data of the last user, and cannot be made anew: when the
 * identity ends they are hidden for good (`slot="ended"`; text by itself is emptied), and what the page adds afterwards is shown.
 */
export interface SignedInElement extends HTMLElement {
  readonly state: GateState;
  /** The session of `defineElements`, unless another is set; `null` is none. */
  get session(): Session;
  set session(session: Session | null | undefined);
}

/**
 * A button with the deployment's own label, where the deployment offers single sign-on; else nothing. `::part(button)` styles
 * it. Where it shows, it has `:state(granted)`, as gates do. What the deployment offers is asked for again after an outage.
 *
 * Attributes: `return-url`, and `mode` ("redirect", or "popup"), as `session.sso.start` takes them. It fires `sso-failed`.
 */
export interface SsoButtonElement extends HTMLElement {
  readonly state: GateState;
  /** The session of `defineElements`, unless another is set; `null` is none. */
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
 * What a gate takes in the markup of a framework. A condition that is given is not `undefined`: some frameworks would set nothing then,
 * and the gate would not ask for it.
 */
export interface GateAttributes {
  /** The feature, or features, that the gate asks for: all of them must be granted. */
  feature?: Feature | readonly Feature[];
  /** The role that the gate asks for, or one that ranks higher. */
  "at-least"?: RoleName;
  /** The status that the gate asks for. */
  status?: "authenticated" | "unauthenticated";
  /** A property, and no attribute: in Solid `prop:anyOf`. React sets it from version 19 on. */
  anyOf?: readonly GateConditions[];
  /** The session to ask, where it is not the one of `defineElements`. */
  session?: Session | null | undefined;
}

/** What `<signed-in>` takes in the markup of a framework. */
export interface SignedInAttributes {
  /** The session to follow, where it is not the one of `defineElements`. */
  session?: Session | null | undefined;
}

/** What the button takes in the markup of a framework. */
export interface SsoButtonAttributes {
  /** Where the browser comes back to. */
  "return-url"?: string | undefined;
  /** "redirect" leaves the page; "popup" keeps it. As of `sso.start`. */
  mode?: "redirect" | "popup" | undefined;
  /** The session to sign in to, where it is not the one of `defineElements`. */
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

// The markup of each framework, where it is installed: in a program without it, its module is not there to be added to.

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
