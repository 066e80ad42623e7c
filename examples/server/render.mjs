import { readSession, serializeInitial } from "platform-session/server";

/** Renders the page for the user of this request. */
export async function renderPage(request, baseUrl) {
  const { session, initial, error, headers } = await readSession(request, { baseUrl, roles: true });
  const { user, reason } = session.snapshot;
  const who = user ? `Signed in as ${user.name}` : (reason ?? error ?? "One moment");
  const hidden = (conditions) => (session.gate(conditions).granted ? "" : "hidden");
  headers.set("content-type", "text/html; charset=utf-8");
  const html = `<!doctype html>
<html lang="en">
  <head>
    <title>Reports</title>
    <link rel="icon" href="data:," />
    <script type="application/json" id="session">${serializeInitial(initial)}</script>
    <script type="module" src="/page.js"></script>
  </head>
  <body>
    <p id="who">${escapeHtml(who)}</p>
    <button id="chat" ${hidden({ feature: "chat-history" })}>Chat</button>
    <button id="experts" ${hidden({ atLeast: "expert" })}>For experts</button>
  </body>
</html>`;
  return { html, headers };
}

const escapeHtml = (text) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
