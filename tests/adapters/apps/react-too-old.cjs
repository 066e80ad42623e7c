// A React without external stores, as before 18.
module.exports = { ...require("../../consumers/node_modules/react"), useSyncExternalStore: undefined };
