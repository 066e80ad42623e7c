import { credentialsOf } from "../../e2e/support/accounts.mjs";

/** The cookie that a browser would hold after the sign-in of this account. */
export async function cookieOf({ origin }, name) {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credentialsOf(name)),
  });
  return answer.headers.getSetCookie()[0].split(";")[0];
}
