// The session of an Angular application, and what it says, as signals.

import * as i0 from "@angular/core";
import type {
  Feature,
  GateConditions,
  GateState,
  Identity,
  PermissionReading,
  Permissions,
  Session,
  SessionEvents,
  SessionSnapshot,
  Status,
  User,
} from "platform-session";
import type { Reauthentication, ReauthenticationRequest } from "platform-session/reauthentication";
import { adapted } from "../shared/adapted.js";
import { BOX_MARK, IDENTITY_MARK, USER_MARK } from "../shared/boundary.js";
import { warnWhenClosed } from "../shared/closed.js";
import { type Given, gateFor, readingFor, type Store } from "../shared/follow.js";
import { gateReadingFor } from "../shared/gate-reading.js";
import { goHome } from "../shared/go-home.js";
import { FORM, FORM_ATTRIBUTES, isForm } from "../shared/in-place.js";
import { listen } from "../shared/listen.js";
import { featuresIn, isUnknownIn, permissionsFrom } from "../shared/permissions.js";
import type { SignedIn as Declared, GateReading } from "./index.js";

const OLDEST_MAJOR = 21;
/** The code that Angular throws where it is rendering already: it goes on until no signal has changed. */
const RENDERS_ALREADY = 101;
const PROVIDED = new i0.InjectionToken<ReturnType<typeof followSession>>("platform-session");

export function provideSession(session: Session): i0.EnvironmentProviders {
  if (!session?.gate) throw new TypeError("provideSession needs a session: provideSession(createSession()).");
  // `major` is a text, which JavaScript compares as a number.
  if ((i0.VERSION.major as unknown as number) < OLDEST_MAJOR)
    throw new Error("platform-session/angular needs Angular 21 or later.");
  return i0.makeEnvironmentProviders([
    { provide: PROVIDED, useFactory: () => followSession(session) },
    // Injected as the application begins: a component that asks first may come long after the first rendering, when `initial` is old.
    i0.provideEnvironmentInitializer(() => void i0.inject(PROVIDED)),
  ]);
}

export const injectSessionClient = (): Session => provided().session;

export const injectSession = (): i0.Signal<SessionSnapshot> => injectPart((snapshot) => snapshot);

/** A signal of what `select` picks of the snapshot. */
const injectPart = <Part>(select: (snapshot: SessionSnapshot) => Part) =>
  follow((session, isLive) => select(isLive ? session.snapshot : session.initial));

export const injectIdentity = (): i0.Signal<Identity> =>
  follow((session, isLive) => (isLive ? session.identity : adapted(session).initialIdentity));

export function injectCan(conditions: Given<GateConditions>): i0.Signal<boolean> {
  const state = injectGateState(conditions);
  return i0.computed(() => state() === "granted");
}

export const injectGateState = (conditions: Given<GateConditions>): i0.Signal<GateState> =>
  followStore(gateFor(conditions));

export const injectGate = (conditions: Given<GateConditions>): i0.Signal<GateReading> =>
  followStore(gateReadingFor(conditions));

export function injectPermissions(): Pick<Permissions, "can" | "state"> & {
  readonly features: i0.Signal<Permissions["features"]>;
} {
  const features = injectPart(featuresIn);
  return { ...permissionsFrom(features, injectPart(isUnknownIn)), features };
}

export const injectPermission = (feature: Given<Feature>): i0.Signal<PermissionReading> =>
  followStore(readingFor(feature));

export function injectReauthentication(
  reauthentication: Reauthentication,
): i0.Signal<ReauthenticationRequest | null> {
  const request = i0.signal(reauthentication.value);
  i0.inject(i0.DestroyRef).onDestroy(reauthentication.subscribe((now) => request.set(now)));
  return follow((_, isLive) => (isLive ? request() : null));
}

export function injectSessionEvent<Type extends keyof SessionEvents>(
  type: Type,
  listener: (event: SessionEvents[Type]) => void,
): void {
  const session = injectSessionClient();
  if (globalThis.window) i0.inject(i0.DestroyRef).onDestroy(listen(session, type, listener));
}

/** A signal of the value of the store that `openNow` gives: another one as signals change. The store has a listener while the injector lives. */
function followStore<Opened extends Store<unknown>>(
  openNow: (session: Session, before: Opened | undefined) => Opened,
): i0.Signal<Opened["value"]> {
  let opened: Opened | undefined;
  const store = follow((session): Opened => {
    opened = openNow(session, opened);
    return opened;
  });
  // The listener does nothing, but must be there: the role catalogue is read only while a store that needs it has one.
  i0.effect((onCleanup) => {
    const { subscribe } = store();
    onCleanup(i0.untracked(() => subscribe(() => {})));
  });
  return follow((_, isLive) => store()[isLive ? "value" : "initial"]);
}

/** A signal of what `read` gives, computed again at every publication. `isLive`: false while Angular hydrates what a server rendered. */
function follow<Value>(read: (session: Session, isLive: boolean) => Value): i0.Signal<Value> {
  const { session, publications, renders, hydrates } = provided();
  const view = i0.inject(i0.ChangeDetectorRef, { optional: true });
  const render = () => view?.detectChanges();
  renders.add(render);
  i0.inject(i0.DestroyRef).onDestroy(() => renders.delete(render));
  const isLive = i0.signal(!hydrates());
  i0.afterNextRender(() => isLive.set(true));
  return i0.computed(() => {
    publications();
    return read(session, isLive());
  });
}

/** The object that `provideSession` has provided in the application around. */
function provided() {
  const found = i0.inject(PROVIDED, { optional: true });
  if (!found)
    throw new Error("platform-session/angular: no session. Add provideSession(session) to the providers.");
  return found;
}

function followSession(session: Session) {
  const application = i0.inject(i0.ApplicationRef);
  const publications = i0.signal({});
  const tick = () => application.tick();
  /**
   * Renders the application; if an expression in it throws, which ends Angular's rendering there, then every component by itself that has a
   * value of the session.
   */
  const renders = new Set<() => void>([tick]);
  const isHydrated = i0.inject(i0.ɵIS_HYDRATION_DOM_REUSE_ENABLED, { optional: true });
  const detach = adapted(session).attach({
    invalidate: () => i0.untracked(() => publications.set({})),
    update() {
      // Before the bootstrap there is nothing to render.
      if (!application.viewCount) return;
      for (const render of renders)
        try {
          application.injector.get(i0.NgZone).run(render);
          if (render === tick) return;
        } catch (error) {
          if ((error as { code?: unknown } | undefined)?.code === RENDERS_ALREADY) return;
          application.injector.get(i0.ErrorHandler).handleError(error);
        }
    },
  });
  i0.inject(i0.DestroyRef).onDestroy(detach);
  i0.inject(i0.DestroyRef).onDestroy(warnWhenClosed(session));
  return {
    session,
    publications,
    renders,
    /** Whether a server rendered the part of the page that injects this: its element is there already. Parts come later than the application. */
    hydrates: () =>
      isHydrated &&
      (i0.inject(i0.ElementRef, { optional: true })?.nativeElement.isConnected ??
        !application.components.length),
  };
}

// The linker, which compiles these declarations in an application, reads `minVersion`, too.
type DirectiveDeclaration = Parameters<typeof i0.ɵɵngDeclareDirective>[0];
type ComponentDeclaration = Parameters<typeof i0.ɵɵngDeclareComponent>[0];

export class IdentityBoundary {
  static ɵfac = () => new IdentityBoundary();
  static ɵdir = i0.ɵɵngDeclareDirective({
    minVersion: "14.0.0",
    version: "21.0.0",
    ngImport: i0,
    type: IdentityBoundary,
    selector: "[identityBoundary]",
    inputs: { home: "identityBoundary" },
  } as DirectiveDeclaration);
  home = "";

  constructor() {
    injectSessionEvent("identity-ended", () => goHome(this.home));
    keepOfIdentity(IDENTITY_MARK);
  }
}

export class SignedIn implements Pick<Declared, "signedInFallback" | "signedInPending" | "ngDoCheck"> {
  declare signedInFallback?: i0.TemplateRef<unknown> | null | undefined;
  declare signedInPending?: i0.TemplateRef<unknown> | null | undefined;
  declare static ngTemplateContextGuard: (typeof Declared)["ngTemplateContextGuard"];
  static ɵfac = () => new SignedIn();
  static ɵdir = i0.ɵɵngDeclareDirective({
    minVersion: "14.0.0",
    version: "21.0.0",
    ngImport: i0,
    type: SignedIn,
    selector: "[signedIn]",
    inputs: { signedInFallback: "signedInFallback", signedInPending: "signedInPending" },
  } as DirectiveDeclaration);
  #update = keepOfIdentity(USER_MARK, this);

  ngDoCheck() {
    this.#update();
  }
}

/** A component of which the element is the form: Angular hydrates a component, and no element that it has not made. */
class InPlace {}
Object.assign(InPlace, {
  ɵfac: () => new InPlace(),
  ɵcmp: i0.ɵɵngDeclareComponent({
    minVersion: "14.0.0",
    version: "21.0.0",
    ngImport: i0,
    type: InPlace,
    selector: FORM,
    isStandalone: true,
    host: { attributes: FORM_ATTRIBUTES },
    template: "",
    isInline: true,
  } as ComponentDeclaration),
});

type Templates = Pick<Declared, "signedInFallback" | "signedInPending">;

/** What is shown in the place of an element that is hidden: the form, a template, or nothing. */
type Instead = typeof InPlace | i0.TemplateRef<unknown> | null | undefined;

/** The context of the template, for `let user`. */
interface Context {
  readonly $implicit: User | null;
}

/**
 * Shows the template that the directive stands on while the state is "granted". Elements that were shown once stay, hidden, for as long as the
 * identity lasts, so that a draft in them stays. Returns a function that renders this again; each change of the session does so, too.
 */
function keepOfIdentity(mark: string, templates?: Templates): () => void {
  const template = i0.inject<i0.TemplateRef<Context>>(i0.TemplateRef);
  const container = i0.inject(i0.ViewContainerRef);
  const identity = injectIdentity();
  const session = injectSession();
  const context = {
    get $implicit() {
      return session().user;
    },
  };
  /** The key of the identity that the views are of. */
  let shown: number | undefined;
  let content: i0.EmbeddedViewRef<Context> | undefined;
  let isHidden: boolean | undefined;
  /** What is shown in the place of the elements now. */
  let instead: Instead;
  let other: i0.EmbeddedViewRef<unknown> | i0.ComponentRef<InPlace> | null | undefined;

  const show = (key: number, status: Status) => {
    const isGranted = !templates || status === "authenticated";
    if (key !== shown) {
      container.clear();
      content = instead = undefined;
      isHidden = false;
      shown = key;
    }
    if (isGranted && !content) {
      content = container.createEmbeddedView(template, context);
      for (const node of content.rootNodes) {
        if (!node.setAttribute) {
          container.clear();
          throw new Error("platform-session/angular needs an element.");
        }
        // By this mark the package hides the element in the step in which the identity ends.
        node.setAttribute(mark, globalThis.window ? key : "initial");
        node.setAttribute(BOX_MARK, "");
      }
    }
    if (content && isHidden === isGranted) {
      isHidden = !isGranted;
      for (const node of content.rootNodes) node.hidden = node.inert = isHidden;
      // A hidden view is not checked: where no user is, an expression in it may throw. Angular then forgets which signals it reads.
      content[isHidden ? "detach" : "reattach"]();
      content.markForCheck();
    }
    const next = isGranted ? undefined : insteadOf(templates, status === "unknown");
    if (next === instead) return;
    other?.destroy();
    instead = next;
    other =
      next === InPlace
        ? container.createComponent(InPlace)
        : next && container.createEmbeddedView(next as i0.TemplateRef<unknown>);
  };
  const update = () => {
    const { key } = identity();
    const { status, reauthenticating } = session();
    i0.untracked(() => show(key, reauthenticating ? "unknown" : status));
  };
  i0.effect(update);
  return update;
}

/** Returns what is shown in the place of elements that are hidden. */
const insteadOf = ({ signedInFallback, signedInPending }: Templates, isUnknown: boolean): Instead =>
  isForm(isUnknown, signedInFallback, signedInPending)
    ? InPlace
    : isUnknown
      ? signedInPending
      : signedInFallback;
