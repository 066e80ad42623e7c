// Signs the command's account in and out.

import type { Credentials } from "./credentials.js";
import type { Deployment } from "./deployment.js";
import { PATHS } from "./identity-api.js";
import type { Answer } from "./request.js";
import { cookieHeader, isCleared, readCookies } from "./set-cookie.js";

/** Signs in. The request is completed even if the command is interrupted, so that the command can sign out of the session that it opens. */
export const signIn = (deployment: Deployment, { email, password }: Credentials): Promise<Answer> =>
  deployment.withoutInterruption().ask(PATHS.login, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });

/**
 * Signs out, even after an interruption, so that no session of the command is left. `signedIn`: the answer to the sign-in. `token`: for a
 * deployment that does not accept its own cookie.
 */
export function signOut(
  deployment: Deployment,
  signedIn: Answer,
  token: string | undefined,
): Promise<Answer> {
  const cookies = readCookies(signedIn).filter((cookie) => !isCleared(cookie));
  const headers = {
    ...(cookies.length > 0 && { cookie: cookieHeader(cookies) }),
    ...(token !== undefined && bearer(token)),
  };
  return deployment.withoutInterruption().ask(PATHS.logout, { method: "POST", headers });
}

/** Returns the header with a bearer token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
