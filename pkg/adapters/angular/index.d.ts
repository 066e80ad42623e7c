// Angular 21 or later, with zone.js or without. Call each `inject…` where `inject()` may be called: in the fields of a component.

import type { EnvironmentProviders, Signal } from "@angular/core";
import type {
  Feature,
  GateConditions,
  GateState,
  Identity,
  PermissionReading,
  Session,
  SessionSnapshot,
} from "platform-session";

/** Gives the session to the application: `bootstrapApplication(App, { providers: [provideSession(createSession())] })`. */
export function provideSession(session: Session): EnvironmentProviders;

/** The session itself: `login`, `logout`, `fetch`, `sso`. */
export function injectSessionClient(): Session;

/** What is known of the session. */
export function injectSession(): Signal<SessionSnapshot>;

/**
 * Whether all that is asked for is granted. Conditions that change are given as a function of signals. The wrong type in them
 * is a `TypeError` where the signal is first read; conditions that become so later deny, and the error is reported.
 */
export function injectCan(conditions: GateConditions | (() => GateConditions)): Signal<boolean>;

/** "unknown", "granted" or "denied". Each is a text, and true in an `@if`: there, take `injectCan`. */
export function injectGateState(conditions: GateConditions | (() => GateConditions)): Signal<GateState>;

/** One feature with its limit. */
export function injectPermission(feature: Feature | (() => Feature)): Signal<PermissionReading>;

/** Whom the page is about. With its `key` tracked in a `@for`, what is within begins anew for another person: nothing that was typed is left. */
export function injectIdentity(): Signal<Identity>;
