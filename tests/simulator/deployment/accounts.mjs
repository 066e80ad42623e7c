// The accounts of a deployment, its roles, and the features that the roles grant.

export const PASSWORD_CANARY = "pa55-canary";
export const TOKEN_CANARY = "t0ken-canary";

/** Number, name, role, and whether the account is active. */
const ACCOUNTS = [
  [1, "ada", "default", true],
  [2, "grace", "expert", true],
  [3, "bob", "default", true],
  [4, "mallory", "administrator", false],
];

export const ROLES = [
  { name: "default", rank: 10, label: "Default", description: "Anyone." },
  { name: "expert", rank: 20, label: "Expert", description: "Knows more." },
  { name: "administrator", rank: 30, label: "Administrator", description: "" },
];

const LIMIT = { perDay: 5, warnAt: [3, null], of: { team: 2, alone: 1 } };
/** The same limit with its keys in another order, which means nothing in JSON. */
const LIMIT_REORDERED = { of: { alone: 1, team: 2 }, warnAt: [3, null], perDay: 5 };

/** The features of each role: name, whether it is enabled, and its limit. */
const FEATURES = {
  default: [
    ["chat-history", true, null],
    ["chat-messages", false, null],
    ["report-analysis", true, LIMIT],
  ],
  expert: [
    ["chat-history", true, null],
    ["report-analysis", true, null],
    ["scrum-team-agent", true, null],
  ],
  administrator: [
    ["chat-history", false, null],
    ["chat-messages", true, null],
    ["__proto__", true, null],
  ],
};

/** Every feature name that the simulated pages ask for. Some of them must never be open. */
export const NAMES = [
  "chat-history",
  "chat-messages",
  "report-analysis",
  "scrum-team-agent",
  "only-here",
  "broken",
  "__proto__",
  "constructor",
  "",
];

export function createAccounts(place) {
  return ACCOUNTS.map(([id, name, role, active]) => ({
    id,
    email: `${name}@${place}.example`,
    name: `${name} of ${place}`,
    role,
    active,
    authSource: id === 3 ? undefined : "local",
  }));
}

/**
 * Returns the features of a role: `wire` as an answer has them, `reordered` the same in another order, and `key`, a text for what
 * both mean. Malformed entries and the one without a name mean nothing.
 */
export function createFeatures(role, place, variant) {
  const entries = FEATURES[role].map(([name, enabled, limit]) => [name, { enabled, limit }]);
  entries.push(["only-here", { enabled: true, limit: place }]);
  if (variant % 2 === 1) entries[0][1] = { enabled: !entries[0][1].enabled, limit: variant };
  const broken = [
    ["broken", { enabled: "true", limit: null }],
    ["", { enabled: true, limit: null }],
  ];
  const reordered = entries.map(([name, { enabled, limit }]) => [
    name,
    { enabled, limit: limit === LIMIT ? LIMIT_REORDERED : limit },
  ]);
  return {
    wire: mapOf([...entries, ...broken]),
    reordered: mapOf([...broken, ...reordered]),
    key: keyOfEntries(entries),
  };
}

/** Returns a JSON text that is the same for equal values, whatever the order of their keys. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const cells = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${cells}}`;
}

/** Returns a text that is the same for equal maps of features. */
export function keyOf(features) {
  return keyOfEntries(Object.keys(features).map((name) => [name, features[name]]));
}

function keyOfEntries(entries) {
  const cells = entries.map(([name, { enabled, limit }]) => canonical([name, enabled, limit]));
  return cells.sort().join();
}

function mapOf(entries) {
  const map = {};
  for (const [name, value] of entries) Object.defineProperty(map, name, { value, enumerable: true });
  return map;
}
