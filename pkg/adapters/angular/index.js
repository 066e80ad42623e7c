// The session of an application, and what it says, as signals.

import * as i0 from "@angular/core";
import { adapted } from "../shared/adapted.js";
import { BOX_MARK, IDENTITY_MARK, USER_MARK } from "../shared/boundary.js";
import { warnWhenClosed } from "../shared/closed.js";
import { gateFor, readingFor } from "../shared/follow.js";
import { gateReadingFor } from "../shared/gate-reading.js";
import { goHome } from "../shared/go-home.js";
import { FORM, FORM_ATTRIBUTES } from "../shared/in-place.js";
import { listen } from "../shared/listen.js";
import { featuresIn, isUnknownIn, permissionsFrom } from "../shared/permissions.js";

const OLDEST_MAJOR = 21;
/** What Angular throws where it is rendering already: it goes on until no signal has changed. */
const RENDERS_ALREADY = 101;
const PROVIDED = new i0.InjectionToken("platform-session");

/** @type {typeof import("./index.d.ts").provideSession} */
export function provideSession(session) {
  if (!session?.gate) throw new TypeError("provideSession needs a session: provideSession(createSession()).");
  if (i0.VERSION.major < OLDEST_MAJOR) throw new Error("platform-session/angular needs Angular 21 or later.");
  return i0.makeEnvironmentProviders([
    { provide: PROVIDED, useFactory: () => followSession(session) },
    // Who asks first may come long after the first rendering: to them, `initial` is old.
    i0.provideEnvironmentInitializer(() => void i0.inject(PROVIDED)),
  ]);
}

/** @type {typeof import("./index.d.ts").injectSessionClient} */
export const injectSessionClient = () => provided().session;

/** @type {typeof import("./index.d.ts").injectSession} */
export const injectSession = () => injectPart((snapshot) => snapshot);

/** What `select` picks of the snapshot. */
const injectPart = (select) =>
  follow((session, isLive) => select(isLive ? session.snapshot : session.initial));

/** @type {typeof import("./index.d.ts").injectIdentity} */
export const injectIdentity = () =>
  follow((session, isLive) => (isLive ? session.identity : adapted(session).initialIdentity));

/** @type {typeof import("./index.d.ts").injectCan} */
export function injectCan(conditions) {
  const state = injectGateState(conditions);
  return i0.computed(() => state() === "granted");
}

/** @type {typeof import("./index.d.ts").injectGateState} */
export const injectGateState = (conditions) => followStore(gateFor(conditions));

/** @type {typeof import("./index.d.ts").injectGate} */
export const injectGate = (conditions) => followStore(gateReadingFor(conditions));

/** @type {typeof import("./index.d.ts").injectPermissions} */
export function injectPermissions() {
  const features = injectPart(featuresIn);
  return { ...permissionsFrom(features, injectPart(isUnknownIn)), features };
}

/** @type {typeof import("./index.d.ts").injectPermission} */
export const injectPermission = (feature) => followStore(readingFor(feature));

/** @type {typeof import("./index.d.ts").injectReauthentication} */
export function injectReauthentication(reauthentication) {
  const request = i0.signal(reauthentication.value);
  i0.inject(i0.DestroyRef).onDestroy(reauthentication.subscribe((now) => request.set(now)));
  return follow((_, isLive) => (isLive ? request() : null));
}

/** @type {typeof import("./index.d.ts").injectSessionEvent} */
export function injectSessionEvent(type, listener) {
  const session = injectSessionClient();
  if (globalThis.window) i0.inject(i0.DestroyRef).onDestroy(listen(session, type, listener));
}

/** The value of what `open` gives, which may be another after a change of signals. Listened to for as long as what injects it is there. */
function followStore(openNow) {
  let opened;
  const store = follow((session) => {
    opened = openNow(session, opened);
    return opened;
  });
  // That it is listened to is all that matters: a catalogue of roles is read for who listens.
  i0.effect((onCleanup) => {
    const { subscribe } = store();
    onCleanup(i0.untracked(() => subscribe(() => {})));
  });
  return follow((_, isLive) => store()[isLive ? "value" : "initial"]);
}

/** What `read` gives, of what a server has rendered where that is being hydrated. Every publication has it read again. */
function follow(read) {
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

/** What `provideSession` gives, in the application around. */
function provided() {
  const found = i0.inject(PROVIDED, { optional: true });
  if (!found)
    throw new Error("platform-session/angular: no session. Add provideSession(session) to the providers.");
  return found;
}

function followSession(session) {
  const application = i0.inject(i0.ApplicationRef);
  const publications = i0.signal({});
  const tick = () => application.tick();
  /** Of the application. Where an expression throws Angular stops there: then of every component, too, that has a value of the session. */
  const renders = new Set([tick]);
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
          if (error?.code === RENDERS_ALREADY) return;
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
    /** Whether what is injected here was rendered by a server: the element is there already. Parts of a page come later than the application. */
    hydrates: () =>
      isHydrated &&
      (i0.inject(i0.ElementRef, { optional: true })?.nativeElement.isConnected ??
        !application.components.length),
  };
}

export class IdentityBoundary {
  static ɵfac = () => new IdentityBoundary();
  static ɵdir = i0.ɵɵngDeclareDirective({
    minVersion: "14.0.0",
    version: "21.0.0",
    ngImport: i0,
    type: IdentityBoundary,
    selector: "[identityBoundary]",
    inputs: { home: "identityBoundary" },
  });
  home = "";

  constructor() {
    injectSessionEvent("identity-ended", () => goHome(this.home));
    keepOfIdentity(IDENTITY_MARK);
  }
}

export class SignedIn {
  static ɵfac = () => new SignedIn();
  static ɵdir = i0.ɵɵngDeclareDirective({
    minVersion: "14.0.0",
    version: "21.0.0",
    ngImport: i0,
    type: SignedIn,
    selector: "[signedIn]",
    inputs: { signedInFallback: "signedInFallback", signedInPending: "signedInPending" },
  });
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
  }),
});

/**
 * Shows the template that the directive stands on while the state is "granted". What was shown once stays, hidden, for as long as the identity
 * does, so that a draft in it does. Gives what looks again; it also does so when the session has changed.
 */
function keepOfIdentity(mark, templates) {
  const template = i0.inject(i0.TemplateRef);
  const container = i0.inject(i0.ViewContainerRef);
  const identity = injectIdentity();
  const session = injectSession();
  const context = {
    get $implicit() {
      return session().user;
    },
  };
  /** The key of the identity that the views are of. */
  let shown;
  let content;
  let isHidden;
  /** The template of what stands in its place. */
  let instead;
  let other;

  const show = (key, status) => {
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
        // The package hides it in the step in which the identity ends.
        node.setAttribute(mark, globalThis.window ? key : "initial");
        node.setAttribute(BOX_MARK, "");
      }
    }
    if (content && isHidden === isGranted) {
      isHidden = !isGranted;
      for (const node of content.rootNodes) node.hidden = node.inert = isHidden;
      // It is not checked meanwhile: where no user is, an expression in it may throw.
      content[isHidden ? "detach" : "reattach"]();
    }
    const next = isGranted ? undefined : insteadOf(templates, status);
    if (next === instead) return;
    other?.destroy();
    instead = next;
    other =
      next === InPlace ? container.createComponent(InPlace) : next && container.createEmbeddedView(next);
  };
  const update = () => {
    const { key } = identity();
    const { status, reauthenticating } = session();
    i0.untracked(() => show(key, reauthenticating ? "unknown" : status));
  };
  i0.effect(update);
  return update;
}

/** What stands in the place of the element. The form does so in both places, so that what was typed stays as one turns into the other. */
function insteadOf({ signedInFallback = InPlace, signedInPending }, status) {
  if (status !== "unknown") return signedInFallback;
  return signedInPending === undefined && signedInFallback === InPlace ? InPlace : signedInPending;
}
