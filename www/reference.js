// What only the reference deployment has: accounts with a published password, and, with `--control`, what steers it.

/** Shows the accounts beside the form, where the deployment says that it is the reference one. Else nothing. */
export async function offerAccounts(session) {
  // The page's own requests go first.
  await session.settled.catch(() => {});
  const about = await read("/_reference");
  if (about?.reference !== true) {
    return;
  }
  const section = document.getElementById("accounts");
  section.querySelector("ul").replaceChildren(...about.accounts.map(item));
  section.hidden = false;
  if (about.control === true) {
    const { offerSteering } = await import("./steering.js");
    offerSteering(session, about.accounts);
  }
}

function item({ email, name, role, active }) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "account-button";
  button.dataset.testid = `fill-${email}`;
  const who = document.createElement("span");
  who.textContent = name;
  const what = document.createElement("small");
  what.textContent = active ? role : `${role}, deactivated`;
  button.append(who, what);
  button.addEventListener("click", () => fillIn(email));
  const row = document.createElement("li");
  row.append(button);
  return row;
}

/** The password is asked for at the click: a page without that click never holds it. */
async function fillIn(email) {
  const answer = await read("/_reference/password");
  const form = document.querySelector("#sign-in-form form");
  if (!form || typeof answer?.password !== "string") {
    return;
  }
  form.elements.email.value = email;
  form.elements.password.value = answer.password;
  form.querySelector(".sign-in-submit").focus();
}

/** What the deployment says there; nothing where it has no such path, or does not answer. */
async function read(path) {
  try {
    const answer = await fetch(path);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
