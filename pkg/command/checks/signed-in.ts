// Signs a user in, and checks the session by cookie and by token, the permissions, the roles, and the sign-out.

import { bearer, signIn, signOut } from "../account.js";
import type { Credentials } from "../credentials.js";
import type { Deployment } from "../deployment.js";
import { type Finding, judge, right, unchecked, warning, wrong } from "../finding.js";
import {
  isSignedOut,
  PATHS,
  readCatalogue,
  readLogin,
  readPermissions,
  readSession,
} from "../identity-api.js";
import { printable } from "../printable.js";
import { type Answer, jsonOf, NoAnswer } from "../request.js";
import { type Cookie, cookieHeader, isCleared, pathOf, readCookies } from "../set-cookie.js";
import { cookieFindings } from "./cookie.js";
import { shapeOf } from "./session.js";

export interface SignInContext {
  deployment: Deployment;
  account: Credentials | null;
}

export async function* signedIn({ deployment, account }: SignInContext): AsyncGenerator<Finding> {
  if (!account) {
    yield unchecked(
      "no-account",
      "Not looked at: signing in, the cookie, roles. Set PLATFORM_EMAIL and PLATFORM_PASSWORD.",
    );
    return;
  }
  const answer = await signIn(deployment, account);
  const login = answer.status === 200 ? readLogin(await jsonOf(answer)) : undefined;
  let cookie: Cookie | undefined;
  try {
    if (!login) {
      yield refusalOf(answer);
      return;
    }
    yield right("sign-in", `A user signs in, with the role "${printable(login.user.userType)}".`);
    if (!login.canBeSent)
      yield warning(
        "token",
        "The token has characters that no bearer header can carry: the package does not keep it.",
        "Issue tokens of the alphabet of RFC 6750, section 2.1.",
      );
    cookie = await sessionCookieOf(answer, deployment, login.user.id);
    if (cookie) {
      yield right("cookie", "The sign-in sets a cookie that carries the session.");
      yield* cookieFindings(cookie, deployment);
    } else
      yield wrong(
        "cookie",
        "The sign-in sets no cookie that carries the session: a reload would sign the user out.",
        "Let Set-Cookie pass the proxies, and let the session read accept the cookie (identity-api.md 4.1, 4.2).",
      );
    if (login.canBeSent) yield* byToken(deployment, login.token, login.user.id);
    if (cookie) yield* byCookie(deployment, cookie);
  } finally {
    yield* bySignOut(deployment, answer, login?.canBeSent ? login.token : undefined, cookie);
  }
}

function refusalOf(answer: Answer): Finding {
  const { status } = answer;
  if (status === 401)
    return wrong(
      "sign-in-refused",
      "The sign-in is refused (401): the e-mail or the password is wrong.",
      "Give another account.",
    );
  if (status === 403)
    return wrong(
      "sign-in-forbidden",
      "The sign-in is forbidden (403): the account is deactivated, or the deployment does not allow the page's origin.",
      "Give another account, or allow the origin: a proxy that changes Host must change Origin, too.",
    );
  return wrong(
    "sign-in-answer",
    `The sign-in is answered ${shapeOf(answer)}, and not as the Identity API says (4.1).`,
    `Let POST ${PATHS.login} reach the deployment, with its body.`,
  );
}

/** Returns the session cookie: the one with which alone the session read finds the user. The Identity API does not say its name. */
async function sessionCookieOf(
  answer: Answer,
  deployment: Deployment,
  id: number,
): Promise<Cookie | undefined> {
  for (const cookie of readCookies(answer).filter((each) => !isCleared(each))) {
    const headers = { cookie: cookieHeader([cookie]) };
    const read = await deployment.ask(PATHS.session, { headers });
    if (readSession(await jsonOf(read))?.user.id === id) return cookie;
  }
  return undefined;
}

async function* byToken(deployment: Deployment, token: string, id: number): AsyncGenerator<Finding> {
  const request = { headers: bearer(token) };
  const session = await deployment.ask(PATHS.session, request);
  yield judge(
    session.status === 200 && readSession(await jsonOf(session))?.user.id === id,
    right("session-by-token", "The session read finds the user by the token."),
    wrong(
      "session-by-token",
      `The session read with the token is answered ${shapeOf(session)}, and does not say who is signed in.`,
      "Let the header Authorization pass the proxies, and compare the answer with identity-api.md 4.2.",
    ),
  );
  const permissions = await deployment.ask(PATHS.permissions, request);
  yield ofEndpoint("permissions", permissions, readPermissions(await jsonOf(permissions)));
  const roles = await deployment.ask(PATHS.roles, request);
  yield ofEndpoint("roles", roles, readCatalogue(await jsonOf(roles)));
}

/** `decoded`: the decoded body of the answer; `undefined` if it is not as the Identity API says. */
function ofEndpoint(name: "permissions" | "roles", answer: Answer, decoded: unknown): Finding {
  if (answer.status === 200 && decoded) return right(name, `The ${name} can be read.`);
  if (answer.status === 404)
    return warning(
      name,
      `The deployment has no endpoint for ${name} (404).`,
      "Upgrade it (identity-api.md 9).",
    );
  return wrong(
    name,
    `The ${name} are answered ${shapeOf(answer)}, and not as the Identity API says.`,
    `Let ${PATHS[name]} reach the deployment, with the header Authorization.`,
  );
}

/** Checks a request with the cookie alone, as a page sends it after a reload, which loses the token. */
async function* byCookie(deployment: Deployment, cookie: Cookie): AsyncGenerator<Finding> {
  const { status } = await deployment.ask(PATHS.roles, { headers: { cookie: cookieHeader([cookie]) } });
  if (status === 404) return;
  yield judge(
    status === 200,
    right("cookie-alone", "The cookie alone is enough for the APIs: requests work after a reload."),
    warning(
      "cookie-alone",
      `The APIs want the token, and the cookie alone is answered ${status}: after a reload, requests and gates with atLeast fail.`,
      "If your pages send requests of their own, read docs/requests.md, Cookie or bearer token.",
    ),
  );
}

/** Signs out, after every sign-in that was answered 200, so that no session of the command is left. `cookie`: the session cookie. */
async function* bySignOut(
  deployment: Deployment,
  signedIn: Answer,
  token: string | undefined,
  cookie: Cookie | undefined,
): AsyncGenerator<Finding> {
  if (signedIn.status !== 200) return;
  let answer: Answer;
  try {
    answer = await signOut(deployment, signedIn, token);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    yield wrong(
      "sign-out",
      `The sign-out has no answer: the deployment ${error.message}.`,
      "Its token is valid for 24 hours.",
    );
    return;
  }
  yield judge(
    answer.status === 200 && isSignedOut(await jsonOf(answer)),
    right("sign-out", "The sign-out is confirmed."),
    wrong(
      "sign-out",
      `The sign-out is answered ${shapeOf(answer)}, and not {"success": true}.`,
      `Let POST ${PATHS.logout} reach the deployment, without asking for a token (identity-api.md 4.4).`,
    ),
  );
  if (cookie)
    yield judge(
      readCookies(answer).some((each) => isCleared(each) && isSame(each, cookie)),
      right("sign-out-cookie", "It clears the cookie."),
      wrong(
        "sign-out-cookie",
        "The sign-out does not clear the session cookie: a reload may show the user again.",
        "Clear it with the Path and the Domain that it was set with, and let Set-Cookie pass the proxies.",
      ),
    );
}

/** Whether browsers take both for the same cookie: name, path and domain are the same. */
function isSame(cleared: Cookie, set: Cookie): boolean {
  const domain = ({ attributes }: Cookie) => attributes.get("domain")?.replace(/^\./, "").toLowerCase();
  const hasPath = pathOf(cleared, PATHS.logout) === pathOf(set, PATHS.login);
  return cleared.name === set.name && hasPath && domain(cleared) === domain(set);
}
