// The one session of a page, for whoever asks: it outlives effects that are undone, and JavaScript modules that are run again.

/** `pageSession`: a new session only where there is none, or it was closed; on a server each call has its own. */
export function createPageSession(createSession) {
  let current;
  return (options) => {
    if (typeof window === "undefined") return createSession(options);
    if (!current || current.snapshot.error?.code === "closed") current = createSession(options);
    return current;
  };
}
