// Changes the reference deployment while the page is open (`--control`), so that one sees the gates follow.

const ROLES = ["default", "expert", "administrator"];
const FAILURES = 5;
/** What "fail the next answers" is about: everything that this page asks for. */
const ASKED = [
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
  const said = panel.querySelector(".steered");
  email.replaceChildren(...accounts.map((account) => new Option(account.name, account.email)));
  role.replaceChildren(...ROLES.map((name) => new Option(name)));

  /** Sends it, says what came of it, and reads the session again. */
  async function steer(method, path, body, saying) {
    const answer = await control(method, path, body);
    said.textContent = answer === null ? "The deployment did not do that." : saying(answer);
    await session.refresh().catch(() => {});
  }

  /** Shows the account as it is now. */
  async function look() {
    const account = (await control("PUT", accountPath(email.value), {}))?.account;
    if (account?.email === email.value) {
      role.value = account.role;
      active.checked = account.active;
    }
  }

  const change = (what) =>
    steer("PUT", accountPath(email.value), what, ({ account }) => {
      const name = email.selectedOptions[0].textContent;
      return `${name} has the role ${account.role}${account.active ? "" : ", and is deactivated"}.`;
    });

  const acts = {
    expire: () => steer("POST", "/expire", undefined, () => "Every session has ended."),
    fail: () => {
      const rules = ASKED.map(([method, path]) => ({ method, path, times: FAILURES, status: 503 }));
      return steer("PUT", "/faults", rules, () => `The next ${FAILURES} answers to each request are 503.`);
    },
    mend: () => steer("DELETE", "/faults", undefined, () => "The deployment answers again."),
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  email.addEventListener("change", look);
  role.addEventListener("change", () => change({ role: role.value }));
  active.addEventListener("change", () => change({ active: active.checked }));
  for (const button of panel.querySelectorAll("[data-act]")) {
    button.addEventListener("click", acts[button.dataset.act]);
  }

  // The user who signs in is the one to change.
  let shownFor;
  session.subscribe(({ user }) => {
    const chosen = accounts.find((account) => account.email === user?.email);
    if (chosen && chosen.email !== shownFor) {
      shownFor = chosen.email;
      email.value = chosen.email;
    }
    look();
  });
  // A second tab may have changed it.
  addEventListener("focus", look);
  panel.hidden = false;
}

const accountPath = (email) => `/accounts/${encodeURIComponent(email)}`;

/** The answer of a `/_control` path, or nothing where it was refused. */
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
