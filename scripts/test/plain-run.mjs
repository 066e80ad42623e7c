// A plain `npm test` runs of some test files only what tells of most mistakes. All of it runs with `--all`, and where a file is
// named or run by hand.

const NAME = "TEST_RUN";

/** For the processes that run test files. */
export const runEnvironment = (isPlain) => ({ [NAME]: isPlain ? "plain" : "" });

export const IS_PLAIN_RUN = process.env[NAME] === "plain";
