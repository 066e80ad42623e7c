// How much a test file does: all of it, or in a plain `npm test` what tells of most mistakes.

const NAME = "TEST_SIZE";

/** For the processes that run test files. */
export const sizeIn = (isSmall) => ({ [NAME]: isSmall ? "small" : "" });

/** Whether this process is to run the small size. A file that is named, or run by hand, runs whole. */
export const IS_SMALL = process.env[NAME] === "small";
