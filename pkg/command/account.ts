// One sign-in, and its end.

import type { Credentials } from "./credentials.js";
import type { Deployment } from "./deployment.js";
import { PATHS } from "./identity-api.js";
import type { Answer } from "./request.js";
import { cookieHeader, isCleared, readCookies } from "./set-cookie.js";

/** To its end, also where it is interrupted: a session that the deployment opens is one that the command can end. */
export const signIn = (deployment: Deployment, { email, password }: Credentials): Promise<Answer> =>
  deployment.untilTheEnd().ask(PATHS.login, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });

/** Also after an interruption: no session of the command outlives it. `token`: for a deployment that does not take its cookie back. */
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
  return deployment.untilTheEnd().ask(PATHS.logout, { method: "POST", headers });
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
