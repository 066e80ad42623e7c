import { IS_PLAIN_RUN } from "../../../scripts/test/plain-run.mjs";

/**
 * How a deployment takes bearer tokens (`--bearer`): it wants one, or a cookie is enough. The client has no branch for it, so only
 * `npm test -- --all`, or a file that is named, tries both.
 */
export const BEARER_WAYS = IS_PLAIN_RUN ? ["strict"] : ["strict", "cookie"];
