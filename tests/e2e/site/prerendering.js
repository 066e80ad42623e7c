// Two pages of one story, in a browser that no test steers. The first signs in, with what its fragment holds, and has the page that
// `?then=` names made ahead; it goes there once the deployment has ended the session. `?next` creates its session at once, `?late` once
// it is looked at. Both tell what happens by `POST /told`.
import { createSession } from "./pkg/index.js";

const tell = (what) => fetch("/told", { method: "POST", body: JSON.stringify(what) });

const { prerendering } = document;
const tellOf = ({ snapshot: { status, user } }) =>
  tell({ prerendering, seen: !document.prerendering, status, email: user?.email ?? null });

if (location.search === "?next") {
  // The look comes soon after the first read: by default it would be made up for within a minute.
  const session = createSession({ revalidate: { minIntervalMs: 0 } });
  session.subscribe(() => tellOf(session));
} else if (location.search === "?late") {
  const looked = new Promise((resolve) => document.addEventListener("prerenderingchange", resolve));
  // The answer that its head has asked for is old by the time that it is told.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  tell({ prerendering, seen: false, status: "authenticated", email: null });
  await looked;
  const session = createSession();
  session.subscribe(() => tellOf(session));
} else {
  const next = `/prerendering.html?${new URLSearchParams(location.search).get("then")}`;
  const headers = { "content-type": "application/json" };
  const body = decodeURIComponent(location.hash.slice(1));
  await fetch("/api/auth/login", { method: "POST", headers, body });
  const rules = { prerender: [{ urls: [next], eagerness: "immediate" }] };
  const script = document.createElement("script");
  Object.assign(script, { type: "speculationrules", textContent: JSON.stringify(rules) });
  document.head.append(script);
  let authenticated = true;
  while (authenticated) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    ({ authenticated } = await (await fetch("/api/auth/session")).json());
  }
  location.href = next;
}
