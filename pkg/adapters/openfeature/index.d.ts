// The permissions of a session, as a provider of the OpenFeature web SDK.

import type {
  JsonValue,
  OpenFeatureEventEmitter,
  Provider,
  ProviderMetadata,
  ResolutionDetails,
} from "@openfeature/web-sdk";
import type { Session } from "platform-session";

/** The options of the provider. */
export interface PlatformSessionProviderOptions {
  /**
   * The result for a flag that the deployment does not list. "closed" (default): a boolean is false, whatever default the
   * caller passes. "not-found": the error FLAG_NOT_FOUND, so that another provider (MultiProvider) or the caller's default decides.
   */
  unlisted?: "closed" | "not-found" | undefined;
}

/**
 * `OpenFeature.setProvider(new PlatformSessionProvider(session))`. A boolean flag is the feature of that name. A string, number or
 * object flag is its `limit`, whether the feature is enabled or not; TYPE_MISMATCH where the limit has another type.
 *
 * Pass `false` as the default of every flag: until the provider is ready, and with every error code, the SDK returns the caller's
 * default without asking this provider.
 *
 * The provider is Ready once `session.ready` resolves, and in the state Error where that rejects. `setProviderAndWait` waits for
 * either, as long as the deployment cannot be reached at the start. Later, the status "unknown" is Error (with an error) or Stale, a stale
 * session is Stale, and a session that is known again is Ready. Booleans are false while nothing is known. ConfigurationChanged names the flags
 * that changed, and no other. The evaluation context changes nothing: only the signed-in user counts. Closing the provider does not close the
 * session.
 */
export class PlatformSessionProvider implements Provider {
  constructor(session: Session, options?: PlatformSessionProviderOptions);
  readonly metadata: ProviderMetadata;
  readonly runsOn: "client";
  readonly events: OpenFeatureEventEmitter;
  initialize(): Promise<void>;
  onClose(): Promise<void>;
  onContextChange(): void;
  resolveBooleanEvaluation(flag: string, defaultValue: boolean): ResolutionDetails<boolean>;
  resolveStringEvaluation(flag: string, defaultValue: string): ResolutionDetails<string>;
  resolveNumberEvaluation(flag: string, defaultValue: number): ResolutionDetails<number>;
  resolveObjectEvaluation<T extends JsonValue>(flag: string, defaultValue: T): ResolutionDetails<T>;
}
