import { describeError, describeReason } from "./wording.js";

const MOST_EVENTS = 12;

/** Lists the session's events, the newest first. */
export function logEvents(session, list) {
  const note = list.previousElementSibling;

  function add(type, text) {
    const now = new Date();
    const time = document.createElement("time");
    time.dateTime = now.toISOString();
    time.textContent = now.toLocaleTimeString();
    const words = document.createElement("span");
    words.textContent = text;
    const item = document.createElement("li");
    item.dataset.event = type;
    item.append(time, words);
    list.prepend(item);
    while (list.children.length > MOST_EVENTS) {
      list.lastElementChild.remove();
    }
    note.hidden = true;
  }

  session.addEventListener("signed-in", ({ type, detail }) => {
    add(type, `Signed in: ${detail.user.name || detail.user.email}.`);
  });
  session.addEventListener("signed-out", ({ type, detail }) => {
    add(type, `Signed out: ${describeReason(detail.reason)}.`);
  });
  session.addEventListener("permissions-changed", ({ type, detail }) => {
    add(type, describeChanges(detail.changes));
  });
  session.addEventListener("cookie-refused", ({ type, detail }) => {
    // Without the cookie, the token may still carry the session in this page.
    const isSignedIn = session.snapshot.status === "authenticated";
    add(
      type,
      isSignedIn
        ? "This browser did not keep the session cookie: the sign-in lasts until this page goes."
        : describeError(detail.error),
    );
  });
  session.addEventListener("expiring", ({ type, detail }) => {
    add(
      type,
      `The session ends at ${new Date(detail.expiresAt).toLocaleTimeString()}. Sign in again to go on.`,
    );
  });
  session.addEventListener("revalidation-failed", ({ type, detail }) => {
    add(type, `An automatic check failed. ${describeError(detail.error)}`);
  });
}

function describeChanges(changes) {
  const groups = { Opened: [], Closed: [], "Limit changed": [], "Still closed": [] };
  for (const { feature, previous, current } of changes) {
    groups[kindOf(previous?.enabled === true, current?.enabled === true)].push(feature);
  }
  return Object.entries(groups)
    .filter(([, features]) => features.length > 0)
    .map(([kind, features]) => `${kind}: ${features.join(", ")}.`)
    .join(" ");
}

function kindOf(was, is) {
  if (was === is) {
    return is ? "Limit changed" : "Still closed";
  }
  return is ? "Opened" : "Closed";
}
