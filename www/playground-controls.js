// What the deployment says, as fields and buttons.

const FEATURES = ["chat-history", "chat-messages", "report-analysis", "scrum-team-agent"];
/** The one that has a limit. */
const LIMITS = { "chat-messages": 40 };
const SOME_USER = { id: 1, name: "Ada Lovelace", email: "ada@example.com" };
const ANOTHER = { id: 2, name: "Grace Hopper", email: "grace@example.com" };

/** Makes the panel of a section, for the double. */
export function offerControls(double, section, { roles }) {
  const said = make("p", { className: "steered" }, { testid: "play-said", role: "status" });
  const role = make("select", {}, { testid: "play-role" });
  role.replaceChildren(...roles.map(({ name }) => new Option(name)));
  const features = new Map(
    FEATURES.map((name) => [name, make("input", { type: "checkbox" }, { testid: `play-${name}` })]),
  );

  const chosenFeatures = () =>
    Object.fromEntries(
      [...features].map(([name, { checked }]) => [name, { enabled: checked, limit: LIMITS[name] ?? null }]),
    );
  const who = () => ({ ...SOME_USER, userType: role.value });

  role.addEventListener("change", () => {
    double.signIn({ userType: role.value }, chosenFeatures());
    said.textContent = `The user has the role ${role.value}.`;
  });
  for (const [name, box] of features)
    box.addEventListener("change", () => {
      double.setFeatures(chosenFeatures());
      said.textContent = `${name} is ${box.checked ? "on" : "off"}.`;
    });

  const acts = [
    ["outage", "Outage", () => double.setStale("network"), "The last read has failed. What was known stays."],
    [
      "unknown",
      "Outage at the start",
      () => double.setUnknown("network"),
      "Nothing is known, and every gate is closed.",
    ],
    ["answer", "Answer again", () => double.signIn(who(), chosenFeatures()), "The deployment has answered."],
    ["expiring", "End soon", () => double.setExpiring(), "The session ends in five minutes."],
    ["end", "End the session", () => double.signOut("ended"), "The session has ended. The identity stays."],
    [
      "another",
      "Another user",
      () => double.signIn(ANOTHER, chosenFeatures()),
      "Another user has signed in: another identity.",
    ],
  ];
  const buttons = acts.map(([name, title, act, saying]) => {
    const button = make(
      "button",
      { type: "button", className: "button", textContent: title },
      { testid: `play-${name}` },
    );
    button.addEventListener("click", () => {
      try {
        act();
        said.textContent = saying;
      } catch {
        said.textContent = "For that, a user must be signed in.";
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
  section.querySelector(".steered").replaceWith(said);

  // What the inspector's preview shows is not what the deployment says: the fields follow the double.
  double.subscribe(({ user }) => {
    if (user) role.value = user.userType;
    for (const [name, box] of features) if (user) box.checked = double.permissions.can(name);
  });
  section.hidden = false;
}

const row = (className, children) => make("div", { className }, {}, ...children);

function make(tag, properties, { testid, role } = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  if (testid) made.dataset.testid = testid;
  if (role) made.setAttribute("role", role);
  made.append(...children);
  return made;
}
