/** Shown while a page loads. While the session is unknown, the sign-in form shows instead, and says why. */
export const Waiting = () => <p>One moment…</p>;
