// `previewable`: a session over a real one, made of the package's own parts. It publishes the real session's state, or the one chosen in the panel.

import type { Session, SessionSnapshot, SignedOutReason } from "platform-session";
import { CATALOGUE_WATCHED, SESSION_EVENTS } from "../../entry/boundary.js";
import type { Link, LinkCallbacks } from "../../entry/connection.js";
import { createSessionOn } from "../../entry/create-session.js";
import { boundTarget, derive } from "../../entry/derived.js";
import type { Settings } from "../../entry/options.js";
import type { Publication, PublishedEvent } from "../../entry/publisher.js";
import { SessionError } from "../../entry/session-error.js";
import { NO_FEATURES } from "../../entry/snapshot.js";
import { createIdentityNumber } from "../shared/identity-number.js";
import { WATCHING } from "./gates.js";
import { type Inspected, inspectedOf, listen } from "./inspected.js";
import {
  type Choice,
  chosenNow,
  hidesUser,
  previewedFailure,
  publicationOf,
  type ShownName,
  signsOut,
  UNCHANGED,
} from "./preview.js";

/** Steers the session that is shown in place of another one. */
export interface Preview {
  /** The session that the page uses. */
  shown: Session;
  /** The real session below it. */
  session: Session;
  /** The part of `shown` that an inspector sees. */
  inspected: Inspected;
  choice(): Choice;
  choose(change: Partial<Choice>): void;
  reset(): void;
}

/** The previews. Each is stored under both of its sessions: the real one, and the one that is shown. */
const previews = new WeakMap<Session, Preview>();

/** Returns the preview that has this session as the real one or as the one that is shown; nothing where there is none. */
export const previewOf = (session: Session) => previews.get(session);

export function previewable(session: Session): Session {
  const preview = previews.get(session) ?? create(session);
  previews.set(session, preview);
  previews.set(preview.shown, preview);
  return preview.shown;
}

function create(session: Session): Preview {
  const inspected = inspectedOf(session);
  let choice = UNCHANGED;
  let callbacks: LinkCallbacks;
  let isReady = false;
  let isOver = false;
  const identity = createIdentityNumber();
  let realIdentity = session.identity;
  let endWatching: (() => void) | undefined;
  /** The events that the real session has dispatched since the last publication. */
  let dispatched: PublishedEvent[] = [];

  const link: Partial<Link> = {
    open: () => callbacks.publish(publicationWith(session.initial)),
    isRunning: () => isReady,
    isOver: () => false,
    handleEvent(happening) {
      endWatching?.();
      // The real session reads the catalogue while the page watches a gate that needs it.
      endWatching =
        happening === CATALOGUE_WATCHED ? session.gate({ atLeast: WATCHING }).subscribe(() => {}) : undefined;
    },
    // No calls come here: the methods below call the real session.
    call() {},
    abort() {},
    close: session.close,
  };
  const connect = (given: LinkCallbacks) => {
    callbacks = given;
    // The cast: members that this link lacks are never called.
    return link as Link;
  };
  // Undefined during the first publication, which its creation makes.
  let base: Session;
  const publicationWith = (real: SessionSnapshot, sessionEvents: PublishedEvent[] = []): Publication => {
    const { roles, refusal } = inspected.known();
    const publication = publicationOf(choice, real, base?.snapshot.features ?? NO_FEATURES);
    const number = identity.of(publication.user);
    return {
      ...publication,
      identity: number,
      rolesChanged: true,
      roles,
      rolesRefusal: refusal,
      sessionEvents,
    };
  };

  /** Publishes the state of the current choice. */
  const publish = (sessionEvents: PublishedEvent[]) => {
    const publication = publicationWith(session.snapshot, sessionEvents);
    callbacks.publish(publication);
    const { error } = session.snapshot;
    const hasEnded = error?.code === "closed" || (error?.code === "wasm-unavailable" && !error.retryable);
    if (hasEnded && !isOver) callbacks.over(error);
    isOver ||= hasEnded;
  };

  const realChanged = () => {
    if (session.identity !== realIdentity) {
      identity.end();
      // The role was chosen for the last user.
      choice = Object.freeze({ ...choice, role: "" });
    }
    realIdentity = session.identity;
    // While the choice hides the user, sign-ins and sign-outs of the real session are not shown.
    const sessionEvents = dispatched.filter(
      ({ type }) => !hidesUser(choice.show) || !type.startsWith("signed"),
    );
    dispatched = [];
    // The stand-in for a chosen role disappears. The real session dispatches no event for that, because it had no user.
    const { user, reason } = publicationOf(choice, session.snapshot, NO_FEATURES);
    if (base.snapshot.user && !user && reason && !sessionEvents.some(({ type }) => type === "signed-out"))
      sessionEvents.push({ type: "signed-out", reason });
    publish(sessionEvents);
  };

  base = createSessionOn(
    // No settings are needed: only calls use them, and those go to the real session.
    {} as Settings,
    connect,
    ({ identity }) =>
      async (...request) => {
        if (identity().signal.aborted) throw new SessionError("superseded");
        return session.fetch(...request);
      },
    () => session.sso,
  );
  for (const type of SESSION_EVENTS)
    session.addEventListener(type, ({ detail }) => dispatched.push({ type, ...detail } as PublishedEvent));
  listen(inspected, (name) => name === "published" && realChanged());
  realChanged();
  followReady();

  function followReady() {
    session.ready.then(
      () => {
        isReady = true;
        publish([]);
      },
      (error: SessionError) => {
        if (!error.retryable) return callbacks.over(error);
        callbacks.failed(error);
        followReady();
      },
    );
  }

  const shown = derive(base, {
    ...boundTarget(base),
    permissions: derive(base.permissions, {
      refresh: (options) => session.permissions.refresh(options).then(() => base.permissions.features),
    }),
    login: async (...given) => {
      await session.login(...given);
      if (hidesUser(choice.show)) preview.choose({ show: "real" });
      return base.snapshot;
    },
    logout: async () => {
      if (choice.show === "sign-out-failed") throw previewedFailure();
      await session.logout();
      preview.choose({ show: "real", role: "" });
    },
    refresh: (options) => session.refresh(options).then(() => base.snapshot),
    roles: session.roles,
  });

  const preview: Preview = {
    shown,
    session,
    inspected: inspectedOf(shown),
    choice: () => choice,
    choose(change) {
      const before = base.snapshot;
      const showed = choice.show;
      choice = chosenNow({ ...choice, ...change });
      const next = publicationOf(choice, session.snapshot, NO_FEATURES);
      const isSignedOut = before.user && next.reason === "signed-out";
      if ((signsOut(choice.show) && !signsOut(showed)) || isSignedOut) identity.end();
      publish(sessionEventsOf(before, next, choice.show === showed ? "" : choice.show));
    },
    reset: () => preview.choose(UNCHANGED),
  };
  return preview;
}

/** Returns the events that a session would dispatch between these two states. `show`: the newly chosen state; empty if that did not change. */
function sessionEventsOf(before: SessionSnapshot, next: Publication, show: ShownName | ""): PublishedEvent[] {
  const sessionEvents: PublishedEvent[] = [];
  // The casts: there is a reason with this status, and an error with the states below.
  if (before.user && next.status === "unauthenticated")
    sessionEvents.push({ type: "signed-out", reason: next.reason as SignedOutReason });
  if (next.user && (before.status === "unauthenticated" || (before.user && before.user.id !== next.user.id)))
    sessionEvents.push({ type: "signed-in" });
  if (show === "ending" && next.user) sessionEvents.push({ type: "expiring" });
  if (show === "stale" || show === "unknown")
    sessionEvents.push({ type: "revalidation-failed", error: next.error as SessionError });
  return sessionEvents;
}
