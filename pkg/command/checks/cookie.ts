// Checks the attributes of the session cookie by the rules of browsers (`identity-api.md` 4.1 and 5.7).

import { areOfOneSite, type Deployment } from "../deployment.js";
import { type Finding, judge, right, warning, wrong } from "../finding.js";
import { PATHS } from "../identity-api.js";
import { type Cookie, isSentTo, pathOf } from "../set-cookie.js";

/** One path of each of the deployment's four APIs, which all need the session cookie. */
const ALL_APIS = ["/api/roles", "/agent-hub-api/x", "/networks-api/x", "/data-api/x"];

export function* cookieFindings(cookie: Cookie, { origin, from }: Deployment): Generator<Finding> {
  const { attributes } = cookie;
  const { protocol, hostname } = new URL(origin);
  const isSecure = attributes.has("secure");
  const isHttps = protocol === "https:";
  const sameSite = attributes.get("samesite")?.toLowerCase() ?? "";
  yield judge(
    attributes.has("httponly"),
    right("cookie-http-only", "No script can read the session cookie (HttpOnly)."),
    wrong(
      "cookie-http-only",
      "Scripts can read the session cookie: it is not HttpOnly.",
      "Set HttpOnly (identity-api.md 4.1).",
    ),
  );
  if (isHttps)
    yield judge(
      isSecure,
      right("cookie-secure", "It is sent by https only (Secure)."),
      warning("cookie-secure", "It is sent by http, too: it is not Secure.", "Set Secure."),
    );
  else if (isSecure)
    yield warning(
      "cookie-secure-by-http",
      "It is Secure, and the deployment is asked by http: some browsers keep such a cookie of localhost only, and Safari none.",
      "Serve the deployment by https; for development take the plugin for Vite.",
    );
  yield* ofSameSite(sameSite, isSecure, areOfOneSite(origin, from));
  const domain = attributes.get("domain")?.replace(/^\./, "").toLowerCase();
  if (domain && domain !== hostname && !hostname.endsWith(`.${domain}`))
    yield wrong(
      "cookie-domain",
      "Browsers refuse the session cookie: its Domain is not the deployment's.",
      "Leave Domain out, or let the proxy rewrite it.",
    );
  // A cookie without a Path is sent only to the folder of the address that has set it: the sign-in's.
  yield ofPath(pathOf(cookie, PATHS.login));
}

/** `sameSite`: the attribute in lower case; empty if it is missing. `isOneSite`: page and deployment belong to one site. */
function* ofSameSite(sameSite: string, isSecure: boolean, isOneSite: boolean): Generator<Finding> {
  if (sameSite === "none" && !isSecure)
    yield wrong(
      "cookie-same-site-none",
      "Browsers refuse the session cookie: SameSite=None counts only with Secure.",
      "Set Secure, by https.",
    );
  else if (!["lax", "strict", "none"].includes(sameSite))
    yield warning(
      "cookie-same-site",
      "The session cookie does not say SameSite: browsers differ in whether pages of other sites send it along.",
      "Set SameSite=Lax; None only where pages of other sites need the session.",
    );
  else if (sameSite === "none" && isOneSite)
    yield warning(
      "cookie-same-site",
      "Requests of every site's pages carry the session cookie (SameSite=None).",
      "Set SameSite=Lax, unless pages of other sites need the session.",
    );
  else if (sameSite !== "none" && !isOneSite)
    yield warning(
      "cookie-other-site",
      "The page is on another site, and browsers do not send the session cookie there (SameSite).",
      "Its token carries the session, and a reload ends it. Serve the page on the deployment's site.",
    );
  else yield right("cookie-same-site", `It is SameSite=${sameSite[0]?.toUpperCase()}${sameSite.slice(1)}.`);
}

/** `path`: the cookie is sent to this path, and to all paths below it. */
function ofPath(path: string): Finding {
  if (!isSentTo(path, PATHS.session) || !isSentTo(path, PATHS.logout))
    return wrong(
      "cookie-path",
      "The session read does not get the session cookie: its Path is another.",
      "Set Path=/, or let the proxy rewrite it.",
    );
  return judge(
    ALL_APIS.every((api) => isSentTo(path, api)),
    right("cookie-path", "All four APIs get it (Path)."),
    warning("cookie-path", "Not all four APIs get the session cookie: its Path is not /.", "Set Path=/."),
  );
}
