// For Angular 21 or later, with or without zone.js. Call each `inject…` where `inject()` may be called, as in the fields of a component.

import type {
  EnvironmentProviders,
  Signal,
  TemplateRef,
  ɵɵDirectiveDeclaration,
  ɵɵFactoryDeclaration,
} from "@angular/core";
import type {
  Feature,
  GateConditions,
  GateState,
  Identity,
  PermissionReading,
  Permissions,
  Session,
  SessionErrorCode,
  SessionEvents,
  SessionSnapshot,
  User,
} from "platform-session";
import type { Reauthentication, ReauthenticationRequest } from "platform-session/reauthentication";

/** Gives the session to the application: `bootstrapApplication(App, { providers: [provideSession(createSession())] })`. */
export function provideSession(session: Session): EnvironmentProviders;

/** The session itself: `login`, `logout`, `fetch`, `sso`. */
export function injectSessionClient(): Session;

/** A signal of the current snapshot. */
export function injectSession(): Signal<SessionSnapshot>;

/**
 * Whether all of the conditions hold. Conditions that change are given as a function of signals. A value of the wrong type
 * throws a `TypeError` when the signal is first read; if conditions become wrong later, they deny, and the error is reported.
 */
export function injectCan(conditions: GateConditions | (() => GateConditions)): Signal<boolean>;

/** "unknown", "granted" or "denied". Each is a text, which is always true in an `@if`: take `injectCan` there. */
export function injectGateState(conditions: GateConditions | (() => GateConditions)): Signal<GateState>;

/** A gate's state and error at one moment. Frozen; the same object until something in it changes. */
export interface GateReading {
  /** "unknown", "granted" or "denied". */
  readonly state: GateState;
  /** Whether all of the conditions hold; false while that is unknown. */
  readonly granted: boolean;
  /** Why the role catalogue could not be read, if the gate is denied for that reason; else null. */
  readonly error: SessionErrorCode | null;
}

/**
 * A gate's state and error as one value: `@if (gate().granted)`. The conditions are given as to `injectCan`. It is one signal: three of them in an
 * object would always be true in an `@if (gate.granted)`.
 */
export function injectGate(conditions: GateConditions | (() => GateConditions)): Signal<GateReading>;

/**
 * What the user may do, for menus and tables that are rendered from lists:
 * `@for (item of items; track item.name) { @if (permissions.can(item.feature)) { … } }`. Its functions read signals, so that templates, effects and
 * `computed` are updated.
 */
export function injectPermissions(): Pick<Permissions, "can" | "state"> & {
  readonly features: Signal<Permissions["features"]>;
};

/** One feature with its limit. */
export function injectPermission(feature: Feature | (() => Feature)): Signal<PermissionReading>;

/** The current identity. An element that must begin anew for another identity gets an `*identityBoundary`. */
export function injectIdentity(): Signal<Identity>;

/**
 * Listens to an event of the session until the component or service that calls this is destroyed; never on a server. For a listener that
 * changes: `injectSessionEvent("expiring", (event) => this.onExpiring(event))` calls the newest one.
 */
export function injectSessionEvent<Type extends keyof SessionEvents>(
  type: Type,
  listener: (event: SessionEvents[Type]) => void,
): void;

/** The open request of `createReauthentication()`; `null` while there is none, on a server, and while Angular hydrates. */
export function injectReauthentication(
  reauthentication: Reauthentication,
): Signal<ReauthenticationRequest | null>;

/**
 * `<main *identityBoundary>`: the element and its content begin anew for another identity: nothing of the last user is left in their state. At
 * the moment an identity ends the element is hidden (`data-session-identity`), even if Angular has not hydrated its content yet
 * (`@defer (hydrate on …)`), or an expression elsewhere throws. Angular alone would keep showing the content, and would leave content that is not
 * hydrated beside the new one. Put it around all components that show a user's data. It stands on an element, not on `<ng-container>`.
 *
 * `*identityBoundary="'/'"`: this path replaces the page's address when the identity ends, before the content begins anew. It is for content that
 * reads the address when it is created. Navigate Angular's own router by its own API, at the event `identity-ended`.
 */
export class IdentityBoundary {
  constructor();
  home: string;
  static ɵfac: ɵɵFactoryDeclaration<IdentityBoundary, never>;
  static ɵdir: ɵɵDirectiveDeclaration<
    IdentityBoundary,
    "[identityBoundary]",
    never,
    { home: { alias: "identityBoundary"; required: false } },
    never,
    never,
    never,
    true,
    never
  >;
}

/**
 * `<main *signedIn="let user; fallback: signIn; pending: moment">`: for content that only a signed-in user may see: a page, a layout, a route.
 * Shows the element while a user is signed in, the template `fallback` while no user is signed in (`<ng-template #signIn>`: a sign-in form), and
 * `pending` while nothing is known. `let user` may be left out, too: `<main *signedIn>`.
 *
 * An element that was shown stays, hidden and inert, while its user is not known to be signed in: while `reauthenticate` runs, after a return from
 * the back/forward cache, after the session has ended. Angular does not update it meanwhile, so an `@if` in it keeps its content; `fallback` or
 * `pending` shows beside it. So a draft survives a 401: the same user signs in again, and goes on typing. When the identity ends the element is
 * destroyed, so that no other user sees it. Content that Angular has not hydrated yet is hidden at the same moments. The directive stands on an
 * element, not on `<ng-container>`.
 *
 * Without `fallback` and `pending`, one `<sign-in-form sso mode="popup">` takes the place of both, if the page has defined it (`signInSession`,
 * `defineSignInForm`); else they are empty. The form says why no user is signed in, and lets the user sign in. A template that is given, even
 * `null`, is used as it is: with `fallback` alone nothing shows while the state is unknown, and with `pending` alone the form is the fallback.
 */
export class SignedIn {
  signedInFallback?: TemplateRef<unknown> | null | undefined;
  signedInPending?: TemplateRef<unknown> | null | undefined;
  ngDoCheck(): void;
  /** Gives `let user` its type. */
  static ngTemplateContextGuard(directive: SignedIn, context: unknown): context is { $implicit: User };
  static ɵfac: ɵɵFactoryDeclaration<SignedIn, never>;
  static ɵdir: ɵɵDirectiveDeclaration<
    SignedIn,
    "[signedIn]",
    never,
    {
      signedInFallback: { alias: "signedInFallback"; required: false };
      signedInPending: { alias: "signedInPending"; required: false };
    },
    never,
    never,
    never,
    true,
    never
  >;
}
