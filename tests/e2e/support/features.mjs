/** The features of the reference deployment's roles (`tests/platform/README.md`). */
export const FEATURES = ["chat-history", "chat-messages", "report-analysis", "scrum-team-agent"];

/** Returns the state that each gate must have for a deployment's map of features. */
export const gatesFor = (features) =>
  Object.fromEntries(
    FEATURES.map((name) => {
      const can = features[name]?.enabled === true;
      return [name, { can, state: can ? "granted" : "denied" }];
    }),
  );

/** Returns the state that each gate must have while no user is known to be signed in. */
export const closedGates = (state) =>
  Object.fromEntries(FEATURES.map((name) => [name, { can: false, state }]));
