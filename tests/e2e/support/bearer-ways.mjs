/** The values of `--bearer`: the deployment wants a bearer token, or a cookie is enough. */
export const BEARER_WAYS = ["strict", "cookie"];
