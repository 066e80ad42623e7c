import { SESSION } from "./identity-api.mjs";
import { until } from "./until.mjs";

/** Returns the session's cookie in this browser, as a header has it. */
export async function tokenOf(context, { origin }) {
  const [{ name, value }] = await context.cookies(origin);
  return `${name}=${value}`;
}

/** Waits until the deployment no longer takes this cookie: a sign-out has reached it. */
export const untilTokenEnds = ({ origin }, cookie) =>
  until("the token to end", async () => {
    const answer = await fetch(origin + SESSION, { headers: { cookie } });
    return (await answer.json()).authenticated === false;
  });
