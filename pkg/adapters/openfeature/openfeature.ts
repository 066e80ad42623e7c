// The permissions of a session, as a provider of the OpenFeature web SDK.

import {
  ErrorCode,
  GeneralError,
  type JsonValue,
  OpenFeatureEventEmitter,
  ProviderEvents,
  type ResolutionDetails,
} from "@openfeature/web-sdk";
import type { FeaturePermission, Session, SessionEvents, SessionSnapshot } from "platform-session";
import { refuseOptions } from "../shared/options.js";
import type { PlatformSessionProvider as Declared, PlatformSessionProviderOptions } from "./index.js";

/** The states of the provider, each as the event that announces it to the SDK. */
type State = typeof ProviderEvents.Error | typeof ProviderEvents.Stale | typeof ProviderEvents.Ready;

/** Returns the provider's state for a snapshot. */
function stateOf({ status, stale, error }: SessionSnapshot): State {
  if (status === "unknown") return error ? ProviderEvents.Error : ProviderEvents.Stale;
  return stale ? ProviderEvents.Stale : ProviderEvents.Ready;
}

export class PlatformSessionProvider implements Declared {
  readonly metadata = { name: "platform-session" };
  readonly runsOn = "client";
  readonly events = new OpenFeatureEventEmitter();

  #session: Session;
  #unlisted: NonNullable<PlatformSessionProviderOptions["unlisted"]>;
  /** The newest state that the SDK knows; `undefined` until `initialize` is over, and after the provider was closed. */
  #emitted: State | undefined;
  /** Ends `#watch`. */
  #stop = () => {};

  constructor(session: Session, { unlisted = "closed", ...others }: PlatformSessionProviderOptions = {}) {
    refuseOptions(others, "unlisted");
    if (unlisted !== "closed" && unlisted !== "not-found")
      throw new TypeError('unlisted must be "closed" or "not-found"');
    if (!session?.gate) throw new TypeError("PlatformSessionProvider needs a session.");
    this.#session = session;
    this.#unlisted = unlisted;
  }

  async initialize() {
    this.#watch();
    const emitAfter = this.#emitterUntilClosed();
    try {
      await this.#session.ready;
      emitAfter(ProviderEvents.Ready);
    } catch (error) {
      emitAfter(ProviderEvents.Error);
      throw new GeneralError(`platform-session: ${(error as Error).message}`);
    }
  }

  async onClose() {
    this.#stop();
  }

  /**
   * Ignores the context, because only the signed-in user counts. Once this returns or resolves, the SDK takes the provider for ready, so
   * during `initialize` it waits for the session. It never rejects: a `MultiProvider` would then not inform its other providers.
   */
  onContextChange() {
    const emitAfter = this.#emitterUntilClosed();
    const end = () => emitAfter(ProviderEvents.Ready);
    if (!this.#emitted) return this.#session.ready.then(end, end);
    end();
  }

  resolveBooleanEvaluation(flag: string) {
    const entry = this.#session.permissions.get(flag);
    return this.#resolve(entry, entry?.enabled === true);
  }

  resolveStringEvaluation(flag: string, fallback: string) {
    return this.#limit(flag, fallback, (limit) => typeof limit === "string");
  }

  resolveNumberEvaluation(flag: string, fallback: number) {
    return this.#limit(flag, fallback, (limit) => typeof limit === "number");
  }

  resolveObjectEvaluation<Value extends JsonValue>(flag: string, fallback: Value) {
    return this.#limit(flag, fallback, (limit) => typeof limit === "object" && limit !== null);
  }

  #limit<Value>(flag: string, fallback: Value, fits: (limit: unknown) => boolean): ResolutionDetails<Value> {
    const entry = this.#session.permissions.get(flag);
    const { errorCode, ...details } = this.#resolve(entry, entry?.limit);
    if (errorCode) return { ...details, value: fallback, errorCode };
    return fits(entry?.limit)
      ? (details as ResolutionDetails<Value>)
      : { value: fallback, reason: "ERROR", errorCode: ErrorCode.TYPE_MISMATCH };
  }

  #resolve<Value>(entry: FeaturePermission | undefined, value: Value): ResolutionDetails<Value> {
    const { status, stale } = this.#session.snapshot;
    const isUnlisted = status !== "unknown" && !entry;
    // Only here an error code is returned: with one, the SDK takes the caller's default, which may be `true`.
    if (isUnlisted && this.#unlisted === "not-found")
      return { value, reason: "ERROR", errorCode: ErrorCode.FLAG_NOT_FOUND };
    if (status === "unknown") return { value, reason: "UNKNOWN" };
    return { value, reason: stale ? "STALE" : entry ? "TARGETING_MATCH" : "DEFAULT" };
  }

  #watch() {
    this.#stop();
    const session = this.#session;
    const emitChange = ({ detail }: SessionEvents["permissions-changed"]) =>
      this.#emitted &&
      this.events.emit(ProviderEvents.ConfigurationChanged, {
        flagsChanged: detail.changes.map(({ feature }) => feature),
      });
    session.addEventListener("permissions-changed", emitChange);
    const unsubscribe = session.subscribe(() => this.#emit());
    this.#stop = () => {
      unsubscribe();
      session.removeEventListener("permissions-changed", emitChange);
      this.#emitted = undefined;
      this.#stop = () => {};
    };
  }

  #emit() {
    const { snapshot } = this.#session;
    const state = stateOf(snapshot);
    if (!this.#emitted || state === this.#emitted) return;
    this.#emitted = state;
    // The cast: `undefined` is allowed, although the SDK's type says otherwise.
    this.events.emit(state, { message: snapshot.error?.message as string });
  }

  /** Returns a function that calls `#emitAfter`, or does nothing once the provider was closed or initialized again. */
  #emitterUntilClosed() {
    const stop = this.#stop;
    return (state: State) => {
      if (this.#stop === stop) this.#emitAfter(state);
    };
  }

  /** The SDK is about to take the provider to be in `state`. Emits the session's state after that, if it is another one. */
  async #emitAfter(state: State) {
    this.#emitted = state;
    // The SDK handles the end of `initialize` a few microtasks later; five are enough.
    for (let turn = 0; turn < 5; turn += 1) await undefined;
    this.#emit();
  }
}
