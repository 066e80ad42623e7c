// Two pages of one story, in a browser that nobody steers. The first signs in, with what its fragment holds, and has
// `?next` made ahead; it goes there once the deployment has ended the session. Both tell what happens by `POST /told`.
import { createSession } from "./pkg/index.js";

const NEXT = "/prerendering.html?next";

const tell = (what) => fetch("/told", { method: "POST", body: JSON.stringify(what) });

if (location.search === "?next") {
  const { prerendering } = document;
  // The look comes soon after the first read: by default it would be made up for within a minute.
  createSession({ revalidate: { minIntervalMs: 0 } }).subscribe(({ status, user }) => {
    const seen = !document.prerendering;
    tell({ prerendering, seen, status, email: user?.email ?? null });
  });
} else {
  const headers = { "content-type": "application/json" };
  const body = decodeURIComponent(location.hash.slice(1));
  await fetch("/api/auth/login", { method: "POST", headers, body });
  const rules = { prerender: [{ urls: [NEXT], eagerness: "immediate" }] };
  const script = document.createElement("script");
  Object.assign(script, { type: "speculationrules", textContent: JSON.stringify(rules) });
  document.head.append(script);
  let authenticated = true;
  while (authenticated) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    ({ authenticated } = await (await fetch("/api/auth/session")).json());
  }
  location.href = NEXT;
}
