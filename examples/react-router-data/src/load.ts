import { session } from "./session";

/** What the deployment says at this path to the signed-in user. While none is, it waits: the layout shows the sign-in. */
export async function load(path: string, { signal }: Request) {
  // Of this identity alone: for the next one it sends nothing.
  const { fetch } = session.identity;
  for (;;) {
    await signedIn(signal);
    const answer = await fetch(path, { signal });
    if (answer.ok) return answer.json();
    // The session has ended, and its user may sign in again. Where it goes on, no sign-in would help.
    if (answer.status !== 401 || (await isStillSignedIn(signal))) throw answer;
  }
}

/** Rejects where the router has given the loader up: the user has gone elsewhere, or the identity has ended. */
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
