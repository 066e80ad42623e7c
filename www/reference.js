// Parts for the reference deployment alone: its accounts, whose password is public, and with `--control` the panel that changes it.

/** Shows the accounts below the form, if the deployment is the reference deployment. */
export async function offerAccounts(session) {
  // After the session read, so that this request does not delay it.
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
  const nameText = document.createElement("span");
  nameText.textContent = name;
  const roleText = document.createElement("small");
  roleText.textContent = active ? role : `${role}, deactivated`;
  button.append(nameText, roleText);
  button.addEventListener("click", () => fillIn(email));
  const row = document.createElement("li");
  row.append(button);
  return row;
}

/** Fills the form in. The password is requested only now, so that a page does not hold it before the click. */
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

/** Returns the JSON at this path of the deployment; `null` where there is none, or the deployment does not answer. */
async function read(path) {
  try {
    const answer = await fetch(path);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
