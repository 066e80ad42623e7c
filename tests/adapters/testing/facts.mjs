// The features, roles and company that the reference deployment gives Ada (`tests/platform/src/store/seed.rs`), for the double.

const granted = { enabled: true, limit: null };

/** The features of two roles. */
export const FEATURES = {
  default: {
    "chat-history": granted,
    "chat-messages": { enabled: true, limit: { max: 50, period: "day" } },
    "report-analysis": { enabled: false, limit: null },
  },
  expert: {
    "chat-history": granted,
    "chat-messages": granted,
    "report-analysis": granted,
    "scrum-team-agent": { enabled: false, limit: null },
  },
};

export const ROLES = [
  {
    name: "default",
    rank: 10,
    label: "Default",
    description: "Chats with the assistant, within a daily allowance.",
  },
  {
    name: "expert",
    rank: 50,
    label: "Expert",
    description: "Chats without limits and has reports analysed.",
  },
  {
    name: "administrator",
    rank: 100,
    label: "Administrator",
    description: "Uses every feature and administers the deployment.",
  },
];

export const COMPANY = {
  id: 1,
  name: "Example Works",
  address: "1 Analytical Way",
  city: "London",
  country: "United Kingdom",
  postalCode: "EC1A 1AA",
};
