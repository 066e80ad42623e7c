// `signInAgain`: what the user of a test does where the page asks for a new sign-in.

import type { SessionError } from "platform-session";
import type { Reauthentication, ReauthenticationRequest } from "platform-session/reauthentication";
import type { TestSession } from "./index.js";

/** Within this time the page must have asked, in milliseconds. */
const LONGEST_MS = 1_000;
/** `answer("login", …)` says how a sign-in ends, whatever is typed. */
const EMAIL = "user@example.com";
const PASSWORD = "password";

export async function signInAgain({ reauthentication }: TestSession): Promise<void> {
  const asked = await firstAsked(reauthentication);
  if ("login" in asked) await asked.login({ email: asked.user?.email ?? EMAIL, password: PASSWORD });
  else await submit(asked);
}

type Asked = ReauthenticationRequest | HTMLElement;

/** The request of `reauthenticate: true`, or the package's dialog: as soon as one of the two is there. */
async function firstAsked(reauthentication: Reauthentication): Promise<Asked> {
  const find = () => reauthentication.value ?? dialogOf(globalThis.document);
  return find() ?? (await firstFound(find, reauthentication));
}

function firstFound(find: () => Asked | null | undefined, { subscribe }: Reauthentication): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const asked = find();
      if (asked) end(resolve, asked);
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

const dialogOf = (page?: Document) => page?.querySelector<HTMLElement>(".sign-in-dialog");

/** Resolves once the dialog has closed. A sign-in that fails leaves it open. */
function submit(dialog: HTMLElement): Promise<void> {
  const [email, password] = dialog.querySelectorAll("input");
  if (email) email.value ||= EMAIL;
  if (password) password.value = PASSWORD;
  return new Promise((resolve, reject) => {
    const observer = new MutationObserver(() => {
      if (!dialog.isConnected) resolve(observer.disconnect());
    });
    observer.observe(document.body, { childList: true });
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
