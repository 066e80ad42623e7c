// What must not compile.

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
// @ts-expect-error Milliseconds, and no text.
createSession({ timeoutMs: "10s" });
// @ts-expect-error No such reason to sign in again.
createSession({ reauthenticate: async (_, { reason }) => void (reason === "expired") });
// @ts-expect-error Signing in again takes time.
createSession({ reauthenticate: () => true });

// @ts-expect-error A sign-in names its user, and no reason.
session.addEventListener("signed-in", ({ detail }) => detail.reason);
// @ts-expect-error A sign-out gives its reason, and no user.
session.addEventListener("signed-out", ({ detail }) => detail.user);
// @ts-expect-error It listens to another event, which it was never added to.
session.removeEventListener("signed-in", (event: SessionEvents["signed-out"]) => event.detail.reason);
// @ts-expect-error Nothing is known of an event that is not the session's own.
session.addEventListener("signed-inn", ({ detail }) => detail);
// @ts-expect-error The list of changes is to be read.
session.addEventListener("permissions-changed", ({ detail }) => detail.changes.push());

// @ts-expect-error What is published is not to be changed.
session.snapshot.status = "authenticated";
// @ts-expect-error What is published is not to be changed.
session.snapshot.features["chat-history"] = { enabled: true, limit: null };
// @ts-expect-error What is published is not to be replaced.
session.snapshot = {} as SessionSnapshot;
// @ts-expect-error A feature may not be listed.
export const enabled: boolean = session.permissions.get("chat-history").enabled;
// @ts-expect-error Nothing is known of a limit's shape.
export const perDay: number = session.permissions.get("report-analysis")?.limit.perDay;
// @ts-expect-error It may be that no user is signed in.
export const name: string = session.snapshot.user.name;

// @ts-expect-error The password is missing.
session.login({ email: "a@example.com" });
// @ts-expect-error A listener, or an observer.
session.subscribe();
// @ts-expect-error A listener of snapshots.
session.subscribe((count: number) => count);
// @ts-expect-error No such mode.
session.sso.start({ mode: "iframe" });
// @ts-expect-error No script may read the token.
export const token = session.token;

// @ts-expect-error No such condition: `role` is not `atLeast`.
session.gate({ role: "expert" });
// @ts-expect-error A status that can be waited for is no condition.
session.gate({ status: "unknown" });
// @ts-expect-error A state is a string, and every string is true: `granted` is the boolean.
export const isOpen: boolean = session.gate({ feature: "chat-history" }).value;
