import {
  createTestSession,
  sessionBody,
  type TestFeatures,
  type TestSession,
} from "platform-session/testing";

const session: TestSession = createTestSession({ user: { userType: "expert" }, features: ["chat-history"] });
createTestSession({ user: null });
session.setFeatures({ "chat-history": { enabled: true, limit: 5 }, "report-analysis": false });
session.signIn({ id: 2 }, ["report-analysis"]);
session.signOut("expired");
session.setUnknown("network");
session.setStale();
session.answer("login", "invalid-credentials");
session.answer("logout", null);
session.answer("fetch", (request) => new Response(request.url));
session.answer("fetch", "network");
session.reset();
session.endOnDeployment();
session.setExpiring(Date.now() + 60_000);
session.signIn({ name: undefined, company: undefined });
createTestSession({ user: { name: undefined }, reauthenticate: undefined });
createTestSession({ reauthenticate: async ({ login }) => void (await login({ email: "", password: "" })) });
const { value } = createTestSession({ reauthenticate: true }).reauthentication;
export const again: Promise<unknown> | undefined = value?.login({ email: "", password: "" });
// @ts-expect-error Left out, the session has no such option.
createTestSession({ reauthenticate: false });
createTestSession({ user: session.snapshot.user, features: session.snapshot.features });
// @ts-expect-error No member of a user.
session.signIn({ nam: "Ada" });
// @ts-expect-error No feature of this deployment.
session.setFeatures(["chat-histroy"]);
// @ts-expect-error No feature of this deployment.
session.setFeatures({ "chat-histroy": true });
// @ts-expect-error No feature of this deployment.
createTestSession({ features: ["chat-histroy"] });
// @ts-expect-error No feature of this deployment.
export const body = sessionBody({ features: { "chat-histroy": true } });
// @ts-expect-error No error code.
session.answer("login", "wrong-password");
// @ts-expect-error A sign-in answers with a code alone.
session.answer("login", () => new Response());
// @ts-expect-error No call that can be answered.
session.answer("close", "network");
export const none: TestFeatures = [];
export const names: string[] = session.calls.map(({ name }) => name);
