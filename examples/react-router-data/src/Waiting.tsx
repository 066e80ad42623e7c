/** Shown while a page loads. What the session waits for, the sign-in form says. */
export const Waiting = () => <p>One moment…</p>;
