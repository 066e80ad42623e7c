// The answer of the bench to `GET /api/auth/session` (identity-api.md 4.2), of a realistic size.

const FEATURES = [
  "chat-history",
  "chat-messages",
  "report-analysis",
  "scrum-team-agent",
  ...["documents", "exports", "integrations", "networks", "profiling", "tools", "workspaces"].flatMap(
    (area) => [`${area}-read`, `${area}-write`],
  ),
];

export const sessionAnswer = Buffer.from(
  JSON.stringify({
    authenticated: true,
    user: {
      id: 1042,
      email: "ada@example.com",
      name: "Ada Lovelace",
      userType: "expert",
      permissions: Object.fromEntries(
        FEATURES.map((name, index) => [
          name,
          {
            enabled: name === "report-analysis" || index % 3 !== 1,
            limit: index === 1 ? { perDay: 200 } : null,
          },
        ]),
      ),
      authSource: "local",
      token: null,
    },
  }),
);
