// Two pages, in a browser that no test steers. The first signs in with the credentials in its fragment, and has the page that `?then=`
// names prerendered; it goes there once the deployment has ended the session. `?next` creates its session at once, `?late` once it is
// shown. Both report what happens by `POST /told`.
import { createSession } from "./pkg/index.js";

const report = (what) => fetch("/told", { method: "POST", body: JSON.stringify(what) });

const { prerendering } = document;
const reportOf = ({ snapshot: { status, user } }) =>
  report({ prerendering, seen: !document.prerendering, status, email: user?.email ?? null });

if (location.search === "?next") {
  // The page is shown soon after its first read: by default it would wait up to a minute for the next one.
  const session = createSession({ revalidate: { minIntervalMs: 0 } });
  session.subscribe(() => reportOf(session));
} else if (location.search === "?late") {
  const shown = new Promise((resolve) => document.addEventListener("prerenderingchange", resolve));
  // The answer to the preload in the head is old by the time of this report.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  report({ prerendering, seen: false, status: "authenticated", email: null });
  await shown;
  const session = createSession();
  session.subscribe(() => reportOf(session));
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
