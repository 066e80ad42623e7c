// The playground's panel, with fields and buttons that change the answers of its deployment.

const FEATURES = ["chat-history", "chat-messages", "report-analysis", "scrum-team-agent"];
/** The usage limits of features; the others have none. */
const LIMITS = { "chat-messages": 40 };
const SOME_USER = { id: 1, name: "Ada Lovelace", email: "ada@example.com" };
const ANOTHER_USER = { id: 2, name: "Grace Hopper", email: "grace@example.com" };

/** Makes a section the panel for a test session. */
export function offerControls(testSession, section, { roles }) {
  const result = make("p", { className: "steered" }, { testid: "play-said", role: "status" });
  const role = make("select", {}, { testid: "play-role" });
  role.replaceChildren(...roles.map(({ name }) => new Option(name)));
  const features = new Map(
    FEATURES.map((name) => [name, make("input", { type: "checkbox" }, { testid: `play-${name}` })]),
  );

  const chosenFeatures = () =>
    Object.fromEntries(
      [...features].map(([name, { checked }]) => [name, { enabled: checked, limit: LIMITS[name] ?? null }]),
    );
  const chosenUser = () => ({ ...SOME_USER, userType: role.value });

  role.addEventListener("change", () => {
    testSession.signIn({ userType: role.value }, chosenFeatures());
    result.textContent = `The user has the role ${role.value}.`;
  });
  for (const [name, box] of features)
    box.addEventListener("change", () => {
      testSession.setFeatures(chosenFeatures());
      result.textContent = `${name} is ${box.checked ? "on" : "off"}.`;
    });

  /** The buttons: the name in their `data-testid`, the label, the action, and the text that is shown afterwards. */
  const actions = [
    [
      "outage",
      "Outage",
      () => testSession.setStale("network"),
      "The last read has failed. What was known stays.",
    ],
    [
      "unknown",
      "Outage at the start",
      () => testSession.setUnknown("network"),
      "Nothing is known, and every gate is closed.",
    ],
    [
      "answer",
      "Answer again",
      () => testSession.signIn(chosenUser(), chosenFeatures()),
      "The deployment has answered.",
    ],
    ["expiring", "End soon", () => testSession.setExpiring(), "The session ends in five minutes."],
    [
      "end",
      "End the session",
      () => testSession.signOut("ended"),
      "The session has ended. The identity stays.",
    ],
    [
      "another",
      "Another user",
      () => testSession.signIn(ANOTHER_USER, chosenFeatures()),
      "Another user has signed in: another identity.",
    ],
  ];
  const buttons = actions.map(([name, title, act, message]) => {
    const button = make(
      "button",
      { type: "button", className: "button", textContent: title },
      { testid: `play-${name}` },
    );
    button.addEventListener("click", () => {
      try {
        act();
        result.textContent = message;
      } catch {
        result.textContent = "For that, a user must be signed in.";
      }
    });
    return button;
  });

  section.querySelector("h2").textContent = "You are the deployment";
  section.querySelector(".hint").textContent =
    "There is no server here: the session is the double of the tests. Say what the deployment says, and watch the gates.";
  section
    .querySelector("form")
    .replaceWith(
      row("steer", [
        make("label", {}, {}, "Role ", role),
        ...[...features].map(([name, box]) => make("label", { className: "check" }, {}, box, ` ${name}`)),
      ]),
    );
  section.querySelector(".actions").replaceWith(row("actions", buttons));
  section.querySelector(".steered").replaceWith(result);

  // The fields follow the test session, and not the inspector's preview over it.
  testSession.subscribe(({ user }) => {
    if (user) role.value = user.userType;
    for (const [name, box] of features) if (user) box.checked = testSession.permissions.can(name);
  });
  section.hidden = false;
}

const row = (className, children) => make("div", { className }, {}, ...children);

function make(tag, properties, { testid, role } = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  if (testid) element.dataset.testid = testid;
  if (role) element.setAttribute("role", role);
  element.append(...children);
  return element;
}
