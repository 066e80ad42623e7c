// Misuses of the package, none of which may compile: each line below a `@ts-expect-error` has one error.

import {
  createSession,
  type SessionError,
  type SessionEvents,
  type SessionSnapshot,
  type Status,
} from "platform-session";

const session = createSession();

// @ts-expect-error No such status.
export const status: Status = "signed-in";
// @ts-expect-error No such status.
export const isSignedIn = session.snapshot.status === "signed-in";
// @ts-expect-error No such code.
export const isOffline = (error: SessionError) => error.code === "offline";
// @ts-expect-error No such place for a token.
createSession({ token: "localStorage" });
// @ts-expect-error No such option.
createSession({ baseURL: "https://platform.example" });
// @ts-expect-error A time limit is a number of milliseconds, not a text.
createSession({ timeoutMs: "10s" });
// @ts-expect-error No such reason to sign in again.
createSession({ reauthenticate: async (_, { reason }) => void (reason === "expired") });
// @ts-expect-error `reauthenticate` returns a promise.
createSession({ reauthenticate: () => true });

// @ts-expect-error `signed-in` has a user and no reason.
session.addEventListener("signed-in", ({ detail }) => detail.reason);
// @ts-expect-error `signed-out` has a reason and no user.
session.addEventListener("signed-out", ({ detail }) => detail.user);
// @ts-expect-error This listener is for another event.
session.removeEventListener("signed-in", (event: SessionEvents["signed-out"]) => event.detail.reason);
// @ts-expect-error An event that is not of the session has no declared detail.
session.addEventListener("signed-inn", ({ detail }) => detail);
// @ts-expect-error The list of changes is read-only.
session.addEventListener("permissions-changed", ({ detail }) => detail.changes.push());

// @ts-expect-error A snapshot is read-only.
session.snapshot.status = "authenticated";
// @ts-expect-error The features of a snapshot are read-only.
session.snapshot.features["chat-history"] = { enabled: true, limit: null };
// @ts-expect-error The snapshot of a session cannot be replaced.
session.snapshot = {} as SessionSnapshot;
// @ts-expect-error `get` returns `undefined` for a feature that is not listed.
export const enabled: boolean = session.permissions.get("chat-history").enabled;
// @ts-expect-error A limit is `unknown`: its shape is not declared.
export const perDay: number = session.permissions.get("report-analysis")?.limit.perDay;
// @ts-expect-error `user` is `null` while no user is signed in.
export const name: string = session.snapshot.user.name;

// @ts-expect-error The password is missing.
session.login({ email: "a@example.com" });
// @ts-expect-error `subscribe` needs a listener or an observer.
session.subscribe();
// @ts-expect-error The listener gets snapshots.
session.subscribe((count: number) => count);
// @ts-expect-error No such mode.
session.sso.start({ mode: "iframe" });
// @ts-expect-error No script may read the token.
export const token = session.token;

// @ts-expect-error No such condition: the one for a role is called `atLeast`.
session.gate({ role: "expert" });
// @ts-expect-error "unknown" is not a status that a gate can require.
session.gate({ status: "unknown" });
// @ts-expect-error `value` is a text, and not a boolean: that is `granted`.
export const isOpen: boolean = session.gate({ feature: "chat-history" }).value;
