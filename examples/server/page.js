import { createSession } from "/pkg/index.js";

const initial = JSON.parse(document.getElementById("session").textContent);
const session = createSession({ initial });

session.subscribe(({ status, user, reason }) => {
  if (status !== "unknown") who.textContent = user ? `Signed in as ${user.name}` : reason;
});
session.gate({ feature: "chat-history" }).subscribe((state) => {
  chat.hidden = state !== "granted";
});
session.gate({ atLeast: "expert" }).subscribe((state) => {
  experts.hidden = state !== "granted";
});

Object.assign(globalThis, { session });
