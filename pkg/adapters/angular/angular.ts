// The adapter for Angular: the session's values as signals, and the directives `IdentityBoundary` and `SignedIn`.

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
import { gateFor, readingFor, type Store, type ValueOrGetter } from "../shared/follow.js";
import { gateReadingFor } from "../shared/gate-reading.js";
import { goHome } from "../shared/go-home.js";
import { FORM, FORM_ATTRIBUTES, isForm } from "../shared/in-place.js";
import { listen } from "../shared/listen.js";
import { featuresIn, isUnknownIn, permissionsFrom } from "../shared/permissions.js";
import type { SignedIn as Declared, GateReading } from "./index.js";

const OLDEST_MAJOR = 21;
/** The code of Angular's error where `tick` is called during a rendering. That rendering goes on until no signal has changed. */
const RECURSIVE_TICK = 101;
const PROVIDED = new i0.InjectionToken<ReturnType<typeof followSession>>("platform-session");

export function provideSession(session: Session): i0.EnvironmentProviders {
  if (!session?.gate) throw new TypeError("provideSession needs a session: provideSession(createSession()).");
  // `major` is a text; JavaScript compares it as a number.
  if ((i0.VERSION.major as unknown as number) < OLDEST_MAJOR)
    throw new Error("platform-session/angular needs Angular 21 or later.");
  return i0.makeEnvironmentProviders([
    { provide: PROVIDED, useFactory: () => followSession(session) },
    // Injected at the start of the application: the first component that injects it may come long after the first rendering.
    i0.provideEnvironmentInitializer(() => void i0.inject(PROVIDED)),
  ]);
}

export const injectSessionClient = (): Session => provided().session;

export const injectSession = (): i0.Signal<SessionSnapshot> => injectPart((snapshot) => snapshot);

/** Returns a signal of what `select` picks of the snapshot. */
const injectPart = <Part>(select: (snapshot: SessionSnapshot) => Part) =>
  follow((session, isLive) => select(isLive ? session.snapshot : session.initial));

export const injectIdentity = (): i0.Signal<Identity> =>
  follow((session, isLive) => (isLive ? session.identity : adapted(session).initialIdentity));

export function injectCan(conditions: ValueOrGetter<GateConditions>): i0.Signal<boolean> {
  const state = injectGateState(conditions);
  return i0.computed(() => state() === "granted");
}

export const injectGateState = (conditions: ValueOrGetter<GateConditions>): i0.Signal<GateState> =>
  followStore(gateFor(conditions));

export const injectGate = (conditions: ValueOrGetter<GateConditions>): i0.Signal<GateReading> =>
  followStore(gateReadingFor(conditions));

export function injectPermissions(): Pick<Permissions, "can" | "state"> & {
  readonly features: i0.Signal<Permissions["features"]>;
} {
  const features = injectPart(featuresIn);
  return { ...permissionsFrom(features, injectPart(isUnknownIn)), features };
}

export const injectPermission = (feature: ValueOrGetter<Feature>): i0.Signal<PermissionReading> =>
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

/**
 * Returns a signal of the value of the store that `open` returns; `open` is called again when signals that it reads change, with the store
 * that it returned last. The store has a listener until the injector is destroyed.
 */
function followStore<Opened extends Store<unknown>>(
  open: (session: Session, before: Opened | undefined) => Opened,
): i0.Signal<Opened["value"]> {
  let opened: Opened | undefined;
  const store = follow((session): Opened => {
    opened = open(session, opened);
    return opened;
  });
  // The listener does nothing, but is needed: the role catalogue is read only while a store that depends on it has a listener.
  i0.effect((onCleanup) => {
    const { subscribe } = store();
    onCleanup(i0.untracked(() => subscribe(() => {})));
  });
  return follow((_, isLive) => store()[isLive ? "value" : "initial"]);
}

/** Returns a signal of what `read` returns, computed again at every publication. `isLive` is false while Angular hydrates a server's HTML. */
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

/** Returns the object that `provideSession` has provided. */
function provided() {
  const found = i0.inject(PROVIDED, { optional: true });
  if (!found)
    throw new Error("platform-session/angular: no session. Add provideSession(session) to the providers.");
  return found;
}

function followSession(session: Session) {
  const application = i0.inject(i0.ApplicationRef);
  /** A signal that gets a new object at every publication: all other signals of the session depend on it. */
  const publications = i0.signal({});
  const tick = () => application.tick();
  /**
   * What a publication renders: first the whole application. If an expression throws there, Angular stops rendering; then each component that
   * uses the session is rendered by itself.
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
          if ((error as { code?: unknown } | undefined)?.code === RECURSIVE_TICK) return;
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
    /** Whether the component that injects this takes over HTML of a server: its element is in the page already. */
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
    renderPerIdentity(IDENTITY_MARK);
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
  #update = renderPerIdentity(USER_MARK, this);

  ngDoCheck() {
    this.#update();
  }
}

/** The sign-in form as a component: Angular hydrates components, but not elements that it has not made itself. */
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

/** What is shown in place of a hidden element: the form, a template, or nothing. */
type Replacement = typeof InPlace | i0.TemplateRef<unknown> | null | undefined;

/** The context of the template, for `let user`. */
interface Context {
  readonly $implicit: User | null;
}

/**
 * Renders the directive's own template while a user is signed in; without `templates`, always. Once rendered, its elements stay until the
 * identity ends, hidden while no user is signed in, so that a draft in them survives. Returns a function that renders again; each change of the
 * session does so, too.
 */
function renderPerIdentity(mark: string, templates?: Templates): () => void {
  const template = i0.inject<i0.TemplateRef<Context>>(i0.TemplateRef);
  const container = i0.inject(i0.ViewContainerRef);
  const identity = injectIdentity();
  const session = injectSession();
  const context = {
    get $implicit() {
      return session().user;
    },
  };
  /** The key of the identity for which the views were rendered. */
  let renderedKey: number | undefined;
  let content: i0.EmbeddedViewRef<Context> | undefined;
  let isHidden: boolean | undefined;
  /** What is shown in place of the elements now, and its view. */
  let replacement: Replacement;
  let replacementView: i0.EmbeddedViewRef<unknown> | i0.ComponentRef<InPlace> | null | undefined;

  const show = (key: number, status: Status) => {
    const isGranted = !templates || status === "authenticated";
    if (key !== renderedKey) {
      container.clear();
      content = replacement = undefined;
      isHidden = false;
      renderedKey = key;
    }
    if (isGranted && !content) {
      content = container.createEmbeddedView(template, context);
      for (const node of content.rootNodes) {
        if (!node.setAttribute) {
          container.clear();
          throw new Error("platform-session/angular needs an element.");
        }
        // By this mark `pkg/entry/marks.ts` hides the element at the moment the identity ends.
        node.setAttribute(mark, globalThis.window ? key : "initial");
        node.setAttribute(BOX_MARK, "");
      }
    }
    if (content && isHidden === isGranted) {
      isHidden = !isGranted;
      for (const node of content.rootNodes) node.hidden = node.inert = isHidden;
      // A hidden view is detached, because its expressions may throw without a user. `markForCheck`: Angular forgets the signals of a detached view.
      content[isHidden ? "detach" : "reattach"]();
      content.markForCheck();
    }
    const next = isGranted ? undefined : replacementOf(templates, status === "unknown");
    if (next === replacement) return;
    replacementView?.destroy();
    replacement = next;
    replacementView =
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

/** Returns what is shown in place of the hidden elements. */
const replacementOf = ({ signedInFallback, signedInPending }: Templates, isUnknown: boolean): Replacement =>
  isForm(isUnknown, signedInFallback, signedInPending)
    ? InPlace
    : isUnknown
      ? signedInPending
      : signedInFallback;
