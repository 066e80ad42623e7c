// Angular: what a session says, as signals.

import {
  afterNextRender,
  computed,
  DestroyRef,
  InjectionToken,
  inject,
  makeEnvironmentProviders,
  provideEnvironmentInitializer,
  signal,
  untracked,
  VERSION,
} from "@angular/core";
import { warnWhenClosed } from "../shared/closed.js";
import {
  beginsLive,
  firstOf,
  gateFor,
  identityOf,
  listen,
  noteShown,
  readingFor,
  snapshotsOf,
} from "../shared/follow.js";

const OLDEST_MAJOR = 21;
const PROVIDED = new InjectionToken("platform-session");

/** @type {typeof import("./index.d.ts").provideSession} */
export function provideSession(session) {
  if (!session?.gate) throw new TypeError("provideSession needs a session: provideSession(createSession()).");
  if (VERSION.major < OLDEST_MAJOR) throw new Error("platform-session/angular needs Angular 21 or later.");
  const useFactory = () => {
    const isLive = signal(beginsLive(session));
    afterNextRender(() => {
      noteShown(session);
      isLive.set(true);
    });
    inject(DestroyRef).onDestroy(warnWhenClosed(session));
    return { session, isLive };
  };
  return makeEnvironmentProviders([
    { provide: PROVIDED, useFactory },
    // Who asks first may come long after the first rendering: to them, `initial` is old.
    provideEnvironmentInitializer(() => void inject(PROVIDED)),
  ]);
}

/** @type {typeof import("./index.d.ts").injectSessionClient} */
export const injectSessionClient = () => provided().session;

/** @type {typeof import("./index.d.ts").injectSession} */
export function injectSession() {
  const source = snapshotsOf(injectSessionClient());
  return follow(() => source);
}

/** @type {typeof import("./index.d.ts").injectCan} */
export function injectCan(conditions) {
  const state = injectGateState(conditions);
  return computed(() => state() === "granted");
}

/** @type {typeof import("./index.d.ts").injectGateState} */
export const injectGateState = (conditions) => follow(gateFor(conditions));

/** @type {typeof import("./index.d.ts").injectPermission} */
export const injectPermission = (feature) => follow(readingFor(feature));

/** @type {typeof import("./index.d.ts").injectIdentity} */
export function injectIdentity() {
  const source = identityOf(injectSessionClient());
  return follow(() => source);
}

/** The value of what `open` gives, which may be another after a change of signals. Listens from when it is first read. */
function follow(open) {
  const { session, isLive } = provided();
  const changes = signal(0);
  let source;
  let end = () => {};
  let isOver = false;
  inject(DestroyRef).onDestroy(() => {
    isOver = true;
    end();
  });
  return computed(() => {
    const opened = open(session, source);
    if (opened !== source && !isOver) {
      source = opened;
      end();
      end = untracked(() => listen(opened, () => changes.update((count) => count + 1)));
    }
    changes();
    return isLive() ? opened.value : firstOf(session, opened);
  });
}

function provided() {
  const found = inject(PROVIDED, { optional: true });
  if (!found)
    throw new Error(
      "platform-session/angular: no session. Add provideSession(session) to the providers of the application.",
    );
  return found;
}
