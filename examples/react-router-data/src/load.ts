import { session } from "./session";

/** Loads this path for the signed-in user. Without a user it waits, while the layout shows the sign-in form. */
export async function load(path: string, { signal }: Request) {
  // This `fetch` is of the current identity, and sends no request for another one.
  const { fetch } = session.identity;
  for (;;) {
    await signedIn(signal);
    const answer = await fetch(path, { signal });
    if (answer.ok) return answer.json();
    // The session has ended, and its user may sign in again. If it had not ended, a sign-in would not help.
    if (answer.status !== 401 || (await isStillSignedIn(signal))) throw answer;
  }
}

/** Rejects where the router has aborted the loader: the user has left the page, or the identity has ended. */
async function signedIn(signal: AbortSignal) {
  signal.throwIfAborted();
  let unsubscribe = () => {};
  await new Promise<void>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    unsubscribe = session.subscribe(({ status }) => {
      if (status === "authenticated") resolve();
    });
  }).finally(() => unsubscribe());
}

async function isStillSignedIn(signal: AbortSignal) {
  await session.refresh({ signal }).catch(() => {});
  return session.snapshot.status === "authenticated";
}
