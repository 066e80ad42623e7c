import { createSession } from "platform-session";
import type { Reauthentication, ReauthenticationRequest } from "platform-session/reauthentication";
import { createReauthentication } from "platform-session/reauthentication";
import {
  defineSignInForm,
  english,
  german,
  type SignInMessageKey,
  type SignInMessages,
  signInDialog,
} from "platform-session/sign-in-form";

const reauthentication: Reauthentication = createReauthentication();
const session = createSession({ reauthenticate: reauthentication.reauthenticate });
createSession({ reauthenticate: signInDialog() });
createSession({ reauthenticate: signInDialog({ messages: { ...german, email: "E-Mail" }, prefix: "acme" }) });
createSession({ reauthenticate: signInDialog({ messages: undefined, prefix: undefined }) });
// @ts-expect-error There is no such text.
signInDialog({ messages: { emial: "Work email" } });
// @ts-expect-error There is no such option.
signInDialog({ title: "Sign in" });

export const unsubscribe = reauthentication.subscribe((request: ReauthenticationRequest | null) => {
  if (!request) return;
  const { reason, user } = request;
  const name: string | undefined = reason === "ended" ? user?.name : undefined;
  request.login({ email: "", password: "" }).then(({ status }) => [status, name]);
  request.startSso().then(() => {});
  request.cancel();
  // @ts-expect-error What is asked for is not set.
  request.reason = "bearer";
});
// @ts-expect-error Nor is what is asked now.
reauthentication.value = null;

defineSignInForm(session);
// Under `noUncheckedIndexedAccess`, too: there is each.
const texts: string[] = [english.submit, german["sign-in-again"]];
export const whole: SignInMessages = { ...english, submit: texts[0] ?? "" };
export const keys: SignInMessageKey[] = ["email", "ended", "invalid-credentials"];
// @ts-expect-error There is no such text.
english.sbumit;
// @ts-expect-error Of a request, and never of a sign-in.
keys.push("foreign-url");
