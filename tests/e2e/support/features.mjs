/** The features of the reference deployment's roles (`tests/platform/README.md`). */
export const FEATURES = ["chat-history", "chat-messages", "report-analysis", "scrum-team-agent"];

/** What each gate has to say for a deployment's map of features. */
export const gatesFor = (features) =>
  Object.fromEntries(
    FEATURES.map((name) => {
      const can = features[name]?.enabled === true;
      return [name, { can, state: can ? "granted" : "denied" }];
    }),
  );

/** What each gate has to say while no user is known to be signed in. */
export const closedGates = (state) =>
  Object.fromEntries(FEATURES.map((name) => [name, { can: false, state }]));
