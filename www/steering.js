// The panel that changes the reference deployment (`npm start -- --control`), to see how the gates of the page follow.

const ROLES = ["default", "expert", "administrator"];
/** How many answers to each request the button "Fail the next answers" replaces by a failure. */
const FAILURES = 5;
/** The requests that it makes fail: all requests of this page. */
const REQUESTS = [
  ["GET", "/api/auth/session"],
  ["POST", "/api/auth/login"],
  ["POST", "/api/auth/logout"],
  ["GET", "/api/roles"],
  ["GET", "/api/auth/sso/idp/config"],
];

/** Shows the panel, for these accounts. */
export function offerSteering(session, accounts) {
  const panel = document.getElementById("steering");
  const form = panel.querySelector("form");
  const { email, role, active } = form.elements;
  const result = panel.querySelector(".steered");
  email.replaceChildren(...accounts.map((account) => new Option(account.name, account.email)));
  role.replaceChildren(...ROLES.map((name) => new Option(name)));

  /** Sends a request that changes the deployment, shows the text that `describe` makes of the answer, and reads the session again. */
  async function steer(method, path, body, describe) {
    const answer = await control(method, path, body);
    result.textContent = answer === null ? "The deployment did not do that." : describe(answer);
    await session.refresh().catch(() => {});
  }

  /** Shows the current state of the chosen account. A PUT without changes returns it. */
  async function showAccount() {
    const account = (await control("PUT", accountPath(email.value), {}))?.account;
    if (account?.email === email.value) {
      role.value = account.role;
      active.checked = account.active;
    }
  }

  const change = (members) =>
    steer("PUT", accountPath(email.value), members, ({ account }) => {
      const name = email.selectedOptions[0].textContent;
      return `${name} has the role ${account.role}${account.active ? "" : ", and is deactivated"}.`;
    });

  /** The actions of the buttons, by their `data-act`. */
  const actions = {
    expire: () => steer("POST", "/expire", undefined, () => "Every session has ended."),
    fail: () => {
      const rules = REQUESTS.map(([method, path]) => ({ method, path, times: FAILURES, status: 503 }));
      return steer("PUT", "/faults", rules, () => `The next ${FAILURES} answers to each request are 503.`);
    },
    mend: () => steer("DELETE", "/faults", undefined, () => "The deployment answers again."),
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  email.addEventListener("change", showAccount);
  role.addEventListener("change", () => change({ role: role.value }));
  active.addEventListener("change", () => change({ active: active.checked }));
  for (const button of panel.querySelectorAll("[data-act]")) {
    button.addEventListener("click", actions[button.dataset.act]);
  }

  // A user who signs in is chosen in the field, once.
  let shownFor;
  session.subscribe(({ user }) => {
    const chosen = accounts.find((account) => account.email === user?.email);
    if (chosen && chosen.email !== shownFor) {
      shownFor = chosen.email;
      email.value = chosen.email;
    }
    showAccount();
  });
  // The page in another tab may have changed the account.
  addEventListener("focus", showAccount);
  panel.hidden = false;
}

const accountPath = (email) => `/accounts/${encodeURIComponent(email)}`;

/** Sends a request to a `/_control` path. Returns its JSON, or `null` if it failed. */
async function control(method, path, body) {
  try {
    const answer = await fetch(`/_control${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
