// Uses every public member of the package as a page does, and compares its types with those that are expected.

import {
  type Company,
  createSession,
  type Feature,
  type FeatureMap,
  type FeatureNames,
  type FeaturePermission,
  type Gate,
  type GateConditions,
  type GateState,
  type Identity,
  isSessionError,
  type Observer,
  type PermissionReading,
  type Permissions,
  pageSession,
  type ReauthenticationNeed,
  type Role,
  type RoleName,
  type RoleNames,
  type Session,
  SessionError,
  type SessionErrorCode,
  type SessionEventListener,
  type SessionEvents,
  type SessionOptions,
  type SessionSnapshot,
  type SignedOutReason,
  type SingleSignOn,
  type Status,
  type Subscribable,
  type Unsubscribe,
  type User,
} from "platform-session";
import type { Equal, Expect } from "./expect.js";

// Creating

const allOptions = {
  baseUrl: "https://platform.example",
  allowedOrigins: ["https://portal.example"] as const,
  token: "discard",
  initial: { authenticated: false },
  revalidate: { onFocus: false, onOnline: true, intervalMs: 60_000, minIntervalMs: 0 },
  timeoutMs: 5_000,
  maxStaleMs: 60_000,
  tabs: false,
  reauthenticate: async (session, { reason, user }) => {
    if (reason === "bearer") console.log(user?.name);
    await session.login({ email: "a@example.com", password: "secret" });
  },
  wasm: new URL("https://cdn.example/platform_session_bg.wasm"),
} satisfies SessionOptions;

export const session: Session = createSession();
// The second parameter of `reauthenticate`, or both, can be left out.
createSession({ reauthenticate: async () => {} });
createSession({ reauthenticate: async (session) => void (await session.refresh()) });
export const configured: Session = createSession(allOptions);
createSession({});

export const sources = [
  "/platform_session_bg.wasm",
  new URL("https://cdn.example/x.wasm"),
  new Request("/x.wasm"),
  new Response(),
  new ArrayBuffer(8),
  new Uint8Array(8),
  new WebAssembly.Module(new Uint8Array(8)),
] satisfies SessionOptions["wasm"][];

export type OptionChecks = [
  Expect<Equal<SessionOptions["token"], "memory" | "discard" | undefined>>,
  Expect<Equal<SessionOptions["initial"], unknown>>,
  Expect<Equal<SessionOptions["allowedOrigins"], readonly string[] | undefined>>,
  Expect<
    Equal<
      SessionOptions["reauthenticate"],
      ((session: Session, need: ReauthenticationNeed) => Promise<void>) | undefined
    >
  >,
  Expect<Equal<ReauthenticationNeed, { readonly reason: "ended" | "bearer"; readonly user: User | null }>>,
  Expect<Equal<ReturnType<typeof createSession>, Session>>,
];

// Reading

export type SnapshotChecks = [
  Expect<Equal<Status, "unknown" | "authenticated" | "unauthenticated">>,
  Expect<Equal<SignedOutReason, "no-session" | "signed-out" | "expired" | "deactivated" | "ended">>,
  Expect<Equal<typeof session.snapshot, SessionSnapshot>>,
  Expect<Equal<typeof session.ready, Promise<SessionSnapshot>>>,
  Expect<
    Equal<
      SessionSnapshot,
      {
        readonly status: Status;
        readonly user: User | null;
        readonly features: FeatureMap;
        readonly reason: SignedOutReason | null;
        readonly stale: boolean;
        readonly error: SessionError | null;
        readonly expiresAt: number | null;
        readonly expiring: boolean;
        readonly signOutPending: boolean;
        readonly reauthenticating: boolean;
      }
    >
  >,
  Expect<
    Equal<
      User,
      {
        readonly id: number;
        readonly email: string;
        readonly name: string;
        readonly userType: string;
        readonly authSource: string | null;
        readonly company: Company | null;
      }
    >
  >,
  Expect<
    Equal<
      Company,
      {
        readonly id: number;
        readonly name: string;
        readonly address: string;
        readonly city: string;
        readonly country: string;
        readonly postalCode: string;
      }
    >
  >,
  Expect<
    Equal<
      Role,
      { readonly name: string; readonly rank: number; readonly label: string; readonly description: string }
    >
  >,
  Expect<Equal<FeaturePermission, { readonly enabled: boolean; readonly limit: unknown }>>,
];

export function greeting({ status, user, reason, stale, error }: SessionSnapshot): string {
  switch (status) {
    case "unknown":
      return error === null ? "…" : error.message;
    case "authenticated":
      return `${user?.name} ${user?.company?.postalCode ?? ""} ${stale ? "?" : ""}`;
    case "unauthenticated":
      return reason satisfies SignedOutReason | null as string;
    default:
      return status satisfies never;
  }
}

// Subscribing

const unsubscribe: Unsubscribe = session.subscribe((snapshot) => {
  snapshot satisfies SessionSnapshot;
});
unsubscribe();
unsubscribe.unsubscribe();
session.subscribe({ next: (snapshot) => snapshot satisfies SessionSnapshot });
session.subscribe({});
session.subscribe({ next: undefined });
export const observer: Observer<SessionSnapshot> = {};
export const store: Subscribable<SessionSnapshot> = session;

export type SubscribeChecks = [
  Expect<Equal<ReturnType<Session["subscribe"]>, Unsubscribe>>,
  Expect<Equal<ReturnType<Unsubscribe>, void>>,
  Expect<Session extends Subscribable<SessionSnapshot> ? true : false>,
  Expect<Permissions extends Subscribable<FeatureMap> ? true : false>,
  Expect<Session extends EventTarget ? true : false>,
];

// Gating

const { can, state, get, feature, refresh } = session.permissions;
export const gate: boolean = can("chat-history");
export const watched = feature("chat-history");
watched.subscribe((permission) => permission satisfies FeaturePermission | undefined);

export type PermissionChecks = [
  Expect<Equal<typeof session.permissions, Permissions>>,
  Expect<Equal<ReturnType<typeof can>, boolean>>,
  Expect<Equal<ReturnType<typeof state>, "unknown" | "granted" | "denied">>,
  Expect<Equal<ReturnType<typeof get>, FeaturePermission | undefined>>,
  Expect<Equal<typeof watched.value, FeaturePermission | undefined>>,
  Expect<Equal<typeof session.permissions.features, FeatureMap>>,
  Expect<Equal<ReturnType<typeof refresh>, Promise<FeatureMap>>>,
  // Without the names of a deployment's features, every text is a `Feature`.
  Expect<Equal<keyof FeatureNames, never>>,
  Expect<Equal<Feature, string>>,
];

export const sharedSession: Session = pageSession();
export const gateConditions = [
  { feature: "chat-history" },
  { feature: ["chat-history", "report-analysis"] as const, atLeast: "expert", status: "authenticated" },
  { status: "unauthenticated" },
] satisfies GateConditions[];
const mayAnalyse = session.gate({ feature: "report-analysis", atLeast: "expert" });
mayAnalyse.subscribe((value) => value satisfies GateState);
const analysis = session.permissions.reading("report-analysis");
analysis.subscribe(({ state: now, enabled, limit }) => [
  now satisfies GateState,
  enabled satisfies boolean,
  limit,
]);

export type GateChecks = [
  Expect<Equal<typeof mayAnalyse, Gate>>,
  Expect<Equal<GateState, "unknown" | "granted" | "denied">>,
  Expect<Equal<typeof mayAnalyse.value, GateState>>,
  Expect<Equal<typeof mayAnalyse.granted, boolean>>,
  Expect<Equal<typeof mayAnalyse.initial, GateState>>,
  Expect<Equal<typeof mayAnalyse.error, SessionErrorCode | null>>,
  Expect<Equal<typeof analysis.value, PermissionReading>>,
  Expect<Equal<typeof analysis.initial, PermissionReading>>,
  Expect<
    Equal<
      PermissionReading,
      {
        readonly state: GateState;
        readonly enabled: boolean;
        readonly limit: unknown;
        readonly listed: boolean;
      }
    >
  >,
  Expect<Equal<typeof session.initial, SessionSnapshot>>,
  Expect<Equal<typeof session.settled, Promise<SessionSnapshot>>>,
  Expect<Equal<SessionOptions["expiringMs"], number | undefined>>,
  Expect<Equal<keyof RoleNames, never>>,
  Expect<Equal<RoleName, string>>,
];

// Calling

export async function calls(signal: AbortSignal): Promise<void> {
  const signedIn = await session.login({ email: "a@example.com", password: "secret" }, { signal });
  const refreshed = await session.refresh({ signal });
  const roles = await session.roles({ signal });
  const mayReview = session.atLeast("expert");
  const response = await session.fetch("/agent-hub-api/api/agent/list", { signal });
  await session.fetch(new URL("https://platform.example/api/roles"));
  await session.fetch(new Request("/api/roles"));
  const signedOut = await session.logout();
  session.close();
  const features = await session.permissions.refresh({ signal });
  type Checks = [
    Expect<Equal<typeof signedIn, SessionSnapshot>>,
    Expect<Equal<typeof refreshed, SessionSnapshot>>,
    Expect<Equal<typeof roles, readonly Role[]>>,
    Expect<Equal<typeof mayReview, boolean>>,
    Expect<Equal<typeof response, Response>>,
    Expect<Equal<typeof signedOut, void>>,
    Expect<Equal<typeof features, FeatureMap>>,
  ];
  return void (null as Checks | null);
}

export async function singleSignOn(sso: SingleSignOn, signal: AbortSignal): Promise<string> {
  const config = await session.sso.config({ signal });
  await sso.start();
  await sso.start({ returnUrl: "/reports", mode: "popup", signal });
  type Checks = Expect<Equal<typeof config, { readonly enabled: boolean; readonly buttonLabel: string }>>;
  return sso.url() + sso.url({ returnUrl: "/reports" }) + String(null as Checks | null);
}

// Events

session.addEventListener("signed-in", ({ detail }) => detail.user satisfies User);
session.addEventListener("signed-out", ({ detail }) => detail.reason satisfies SignedOutReason, {
  once: true,
});
session.addEventListener("cookie-refused", ({ detail }) => detail.error satisfies SessionError);
session.addEventListener("revalidation-failed", ({ detail }) => detail.error satisfies SessionError, true);
session.addEventListener("permissions-changed", ({ detail }) => {
  for (const { feature, previous, current } of detail.changes) {
    [
      feature satisfies string,
      previous?.enabled satisfies boolean | undefined,
      current?.limit satisfies unknown,
    ];
  }
});
session.addEventListener("of-the-pages-own", (event) => event satisfies Event);
session.addEventListener("of-the-pages-own", null);
session.removeEventListener("of-the-pages-own", null);

// Each kind of listener can be added and removed.
const onSignIn = (event: CustomEvent<{ user: User }>) => void event.detail.user.name;
const onSignOut = { handleEvent: (event: SessionEvents["signed-out"]) => void event.detail.reason };
const onAnything: EventListener = (event) => void event.type;
export const onChange: SessionEventListener<"permissions-changed"> = ({
  detail,
}: SessionEvents["permissions-changed"]) => void detail.changes.length;
session.addEventListener("signed-in", onSignIn, { once: true });
session.removeEventListener("signed-in", onSignIn, { capture: false });
session.addEventListener("signed-out", onSignOut);
session.removeEventListener("signed-out", onSignOut, true);
session.addEventListener("permissions-changed", onChange);
session.removeEventListener("permissions-changed", onChange);
session.addEventListener("cookie-refused", onAnything);
session.removeEventListener("cookie-refused", onAnything);
session.dispatchEvent(new Event("of-the-pages-own"));

export type EventChecks = [
  Expect<
    Equal<
      keyof SessionEvents,
      | "signed-in"
      | "signed-out"
      | "permissions-changed"
      | "cookie-refused"
      | "revalidation-failed"
      | "expiring"
      | "identity-ended"
    >
  >,
  Expect<Equal<SessionEvents["signed-in"], CustomEvent<{ user: User }>>>,
  Expect<Equal<SessionEvents["signed-out"], CustomEvent<{ reason: SignedOutReason }>>>,
  Expect<Equal<SessionEvents["cookie-refused"], CustomEvent<{ error: SessionError }>>>,
  Expect<Equal<SessionEvents["identity-ended"], CustomEvent<{ readonly key: number }>>>,
  Expect<Equal<Session["identity"], Identity>>,
  Expect<
    Equal<Identity, { readonly key: number; readonly signal: AbortSignal; readonly fetch: Session["fetch"] }>
  >,
  Expect<Equal<SessionEvents["expiring"], CustomEvent<{ expiresAt: number }>>>,
  Expect<Equal<SessionEvents["revalidation-failed"], CustomEvent<{ error: SessionError }>>>,
];

// Errors

export function explain(error: unknown): string {
  if (!isSessionError(error)) return "Not ours.";
  type Checks = Expect<Equal<typeof error, SessionError>>;
  const wait: number | null = error.retryAfterMs;
  const status: number | null = error.status;
  return `${error.name} ${error.code} ${status} ${error.retryable ? wait : ""} ${null as Checks | null}`;
}

/** All codes: `Record` requires each of them, and allows no other. */
export const everyCode: Record<SessionErrorCode, true> = {
  "missing-credentials": true,
  "invalid-credentials": true,
  "account-deactivated": true,
  "cookie-refused": true,
  unauthenticated: true,
  forbidden: true,
  "not-found": true,
  "not-supported": true,
  "sso-unavailable": true,
  "invalid-return-url": true,
  "popup-blocked": true,
  "popup-closed": true,
  "foreign-url": true,
  network: true,
  timeout: true,
  aborted: true,
  superseded: true,
  "rate-limited": true,
  "server-error": true,
  "invalid-response": true,
  "not-ready": true,
  "wasm-unavailable": true,
  closed: true,
};

export type ErrorChecks = [
  Expect<Equal<SessionError["name"], "SessionError">>,
  Expect<Equal<SessionError["code"], SessionErrorCode>>,
  Expect<SessionError extends Error ? true : false>,
];
export const isOurs = (error: Error): boolean => error instanceof SessionError;
