// Every optional member may also be `undefined`: each option, and each attribute of an element in the markup of a framework. The conditions of a
// gate are an exception: one that is `undefined` denies, and does not compile.

import { pageSession, type SessionOptions } from "platform-session";
import type { SignedIn } from "platform-session/angular";
import type { gateGuard } from "platform-session/angular/router";
import type {
  defineElements,
  GateAttributes,
  SignedInAttributes,
  SsoButtonAttributes,
} from "platform-session/elements";
import type { inspect } from "platform-session/inspector";
import type { PlatformSessionProviderOptions } from "platform-session/openfeature";
import type * as react from "platform-session/react";
import type { ReadSessionOptions } from "platform-session/server";
import type { defineSessionNotices, SessionNoticesAttributes } from "platform-session/session-notices";
import type { defineSignInForm, SignInFormAttributes, signInDialog } from "platform-session/sign-in-form";
import type * as solid from "platform-session/solid";
import type * as svelte from "platform-session/svelte";
import type { sessionBody, TestSessionOptions } from "platform-session/testing";
import type { RenderWithSessionOptions } from "platform-session/testing/react";
import type { ComponentProps } from "svelte";
import type { Equal, Expect } from "../../declarations/expect.js";

/** The optional members that may not be given as `undefined`. */
type Lacking<T> = {
  [Name in keyof T]-?: Record<never, never> extends Pick<T, Name>
    ? { [Each in Name]: undefined } extends Pick<T, Name>
      ? never
      : Name
    : never;
}[keyof T];
type None<T> = Equal<Lacking<NonNullable<T>>, never>;
type Conditions = "feature" | "atLeast" | "status" | "anyOf";

export type Checks = [
  Expect<Equal<Lacking<{ first?: number; second?: number | undefined; third: number }>, "first">>,
  Expect<None<SessionOptions>>,
  Expect<None<SessionOptions["revalidate"]>>,
  Expect<None<Parameters<typeof gateGuard>[1]>>,
  Expect<None<Pick<SignedIn, "signedInFallback" | "signedInPending">>>,
  Expect<None<Parameters<typeof defineElements>[1]>>,
  Expect<None<SignedInAttributes>>,
  Expect<None<SsoButtonAttributes>>,
  Expect<None<Parameters<typeof inspect>[1]>>,
  Expect<None<PlatformSessionProviderOptions>>,
  Expect<None<ReadSessionOptions>>,
  Expect<None<Parameters<typeof defineSignInForm>[1]>>,
  Expect<None<Parameters<typeof signInDialog>[0]>>,
  Expect<None<SignInFormAttributes>>,
  Expect<None<Parameters<typeof defineSessionNotices>[1]>>,
  Expect<None<SessionNoticesAttributes>>,
  Expect<None<TestSessionOptions>>,
  Expect<None<Parameters<typeof sessionBody>[0]>>,
  Expect<None<Pick<RenderWithSessionOptions, "session" | keyof TestSessionOptions>>>,
  Expect<None<Parameters<typeof react.SignedIn>[0]>>,
  Expect<None<Parameters<typeof solid.SignedIn>[0]>>,
  Expect<None<ComponentProps<typeof svelte.SignedIn>>>,
  Expect<None<ComponentProps<typeof svelte.IdentityBoundary>>>,
  Expect<Equal<Lacking<Parameters<typeof react.Gate>[0]>, Conditions>>,
  Expect<Equal<Lacking<Parameters<typeof solid.Gate>[0]>, Conditions>>,
  Expect<Equal<Lacking<ComponentProps<typeof svelte.Gate>>, Conditions>>,
  Expect<Equal<Lacking<GateAttributes>, "feature" | "at-least" | "status" | "anyOf">>,
];

pageSession().subscribe({ next: undefined });
