/** How a deployment takes bearer tokens (`--bearer`): it wants one, or a cookie is enough. */
export const BEARER_WAYS = ["strict", "cookie"];
