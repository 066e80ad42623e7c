// The page of the bundlers' tests: a form, a status and one gate.

const element = (selector) => document.querySelector(selector);

export function show(session) {
  const chats = session.gate({ feature: "chat-history" });
  chats.subscribe(() => {
    element("#chats").hidden = !chats.granted;
  });
  session.subscribe(({ status, user, error }) => {
    element("#status").textContent = user ? `Reports of ${user.name}` : (error?.code ?? status);
  });
  session.ready.then(
    () => {
      document.title = "ready";
    },
    ({ code }) => {
      document.title = code;
    },
  );
  element("form").addEventListener("submit", (event) => {
    event.preventDefault();
    session.login(Object.fromEntries(new FormData(event.target)));
  });
  element("#sign-out").addEventListener("click", () => session.logout().catch(console.warn));
}
