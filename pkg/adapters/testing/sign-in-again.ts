// `signInAgain`: signs the test's user in where the page asks for a new sign-in.

import type { SessionError } from "platform-session";
import type { Reauthentication, ReauthenticationRequest } from "platform-session/reauthentication";
import type { SignInFormElement } from "platform-session/sign-in-form";
import { failure } from "./failures.js";
import type { TestSession } from "./index.js";

/** How long the page may take to ask for a new sign-in, in milliseconds. */
const LONGEST_MS = 1_000;
/** The typed texts. Any text will do, because `answer("login", …)` decides how a sign-in ends. */
const EMAIL = "user@example.com";
const PASSWORD = "password";

export async function signInAgain(session: TestSession): Promise<void> {
  /** Returns the request of `reauthenticate: true`, or the package's dialog, if one is open. */
  const find = () => session.reauthentication.value ?? dialogOf(session);
  // A request that is open already is answered without waiting, because it may be over by the next microtask.
  const prompt = find() ?? (await firstPrompt(find, session.reauthentication));
  if ("login" in prompt) await prompt.login({ email: prompt.user?.email || EMAIL, password: PASSWORD });
  else await submit(prompt);
}

/** The page's request for a new sign-in: the value of `session.reauthentication`, or the dialog. */
type Prompt = ReauthenticationRequest | HTMLElement;

function firstPrompt(
  find: () => Prompt | null | undefined,
  { subscribe }: Reauthentication,
): Promise<Prompt> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const prompt = find();
      if (prompt) end(resolve, prompt);
    };
    // A test without a page has no dialog.
    const observer = globalThis.document && new MutationObserver(look);
    const late = new Error(`signInAgain: within ${LONGEST_MS} ms the page has not asked for a new sign-in.`);
    const timer = setTimeout(() => end(reject, late), LONGEST_MS);
    const unsubscribe = subscribe(look);
    observer?.observe(document.body, { childList: true });
    const end = <Value>(settle: (value: Value) => void, value: Value) => {
      clearTimeout(timer);
      observer?.disconnect();
      unsubscribe();
      settle(value);
    };
  });
}

/** Returns the dialog of this session. Several sessions may have a dialog each. */
const dialogOf = ({ identity }: TestSession) =>
  [...(globalThis.document?.querySelectorAll<HTMLElement>(".sign-in-dialog") ?? [])].find(
    (dialog) =>
      (fieldsOf(dialog).parentElement as SignInFormElement).session.identity.signal === identity.signal,
  );

const fieldsOf = (dialog: HTMLElement) => dialog.querySelector(".sign-in-fields") as HTMLElement;

/** Signs in by the dialog. Resolves once the dialog has closed and its sign-in is over. Rejects if the sign-in fails; the dialog stays open then. */
function submit(dialog: HTMLElement): Promise<void> {
  const fields = fieldsOf(dialog);
  const [email, password] = dialog.querySelectorAll("input");
  if (email) email.value ||= EMAIL;
  if (password) password.value = PASSWORD;
  return new Promise((resolve, reject) => {
    // The dialog was closed after it was found.
    if (!dialog.isConnected) return reject(failure("superseded"));
    const observer = new MutationObserver(() => {
      if (!dialog.isConnected && fields.getAttribute("aria-busy") !== "true") resolve(observer.disconnect());
    });
    observer.observe(document.body, { childList: true });
    observer.observe(fields, { attributeFilter: ["aria-busy"] });
    dialog.addEventListener(
      "sign-in-failed",
      (event) => {
        observer.disconnect();
        reject((event as CustomEvent<{ error: SessionError }>).detail.error);
      },
      { once: true },
    );
    dialog.querySelector<HTMLElement>(".sign-in-submit")?.click();
  });
}
