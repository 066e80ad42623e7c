// Checks what the deployment allows pages of other origins (the CORS protocol of the Fetch standard; `identity-api.md` 5.7).

import type { Deployment } from "../deployment.js";
import { type Finding, judge, right, warning, wrong } from "../finding.js";
import { PATHS } from "../identity-api.js";
import type { Answer } from "../request.js";

/**
 * Requests before which a browser sends a preflight: the package's own ones, and one of `session.fetch`. GET and POST are always allowed, so only
 * `header` must be.
 */
const PREFLIGHTS = [
  { method: "POST", path: PATHS.login, header: "content-type" },
  { method: "GET", path: PATHS.session, header: "authorization" },
  { method: "GET", path: PATHS.permissions, header: "authorization" },
  { method: "GET", path: PATHS.roles, header: "authorization" },
  { method: "GET", path: "/agent-hub-api/api/agent/list", header: "authorization" },
];
/** Response headers that the package reads: `Date` shows that an answer comes from a cache, `Retry-After` how long to wait. */
const READ_HEADERS = ["date", "retry-after"];
const GUIDE = "docs/deploying.md, A front end on another origin";

export async function* cors(deployment: Deployment): AsyncGenerator<Finding> {
  const { from, isCrossOrigin } = deployment;
  if (!isCrossOrigin) {
    yield right("same-origin", "The page is on the deployment's own origin: nothing must be allowed.");
    yield* ofOthers(deployment);
    return;
  }
  const answer = await deployment.ask(PATHS.session);
  const refusal = refusalOf(answer, from);
  yield refusal ?? right("cors-origin", `Pages of ${from} may read the answers, with the user's cookie.`);
  if (refusal) return;
  const refusals = [];
  for (const request of PREFLIGHTS) {
    const finding = preflightFinding(request, await preflight(deployment, request), from);
    if (finding) refusals.push(finding);
  }
  yield* refusals;
  if (refusals.length === 0)
    yield right("cors-preflight", "They may send what the package sends, with its headers.");
  const exposed = namesIn(answer, "access-control-expose-headers");
  const hidden = READ_HEADERS.filter((name) => !exposed.includes(name));
  yield judge(
    hidden.length === 0,
    right("cors-expose", "They may read Date and Retry-After."),
    warning(
      "cors-expose",
      `They may not read ${hidden.map(capitalised).join(" and ")}.`,
      "Send Access-Control-Expose-Headers: Date, Retry-After. Without Date, an answer that a cache has kept is not noticed.",
    ),
  );
  yield* ofOthers(deployment);
}

/** An origin that no page has. */
const FOREIGN_ORIGIN = "https://not-a-page.invalid";

/** Checks that pages of any other origin are refused. */
async function* ofOthers(deployment: Deployment): AsyncGenerator<Finding> {
  const answer = await deployment.ask(PATHS.session, {
    headers: { origin: FOREIGN_ORIGIN, "sec-fetch-site": "cross-site" },
  });
  if (!refusalOf(answer, FOREIGN_ORIGIN))
    yield wrong(
      "cors-anyone",
      "The deployment allows every origin, with the user's cookie: any page may act as its visitor.",
      "Name the allowed origins, and do not repeat what the request says.",
    );
}

/** Returns why a page of the origin `from` may not read an answer; `null` if it may. */
function refusalOf({ headers }: Answer, from: string): Finding | null {
  const allowed = headers.get("access-control-allow-origin");
  if (allowed === "*")
    return wrong(
      "cors-star",
      "The deployment allows the origin *, which counts for no request with a cookie.",
      `Send Access-Control-Allow-Origin: ${from} (${GUIDE}).`,
    );
  if (allowed !== from)
    return wrong(
      "cors-origin",
      `The deployment does not allow pages of ${from}${allowed ? ", but another origin" : ""}.`,
      `Allow that very origin: Access-Control-Allow-Origin, once (${GUIDE}).${instead(from)}`,
    );
  if (headers.get("access-control-allow-credentials") !== "true")
    return wrong(
      "cors-credentials",
      `The deployment allows pages of ${from}, but not with the user's cookie.`,
      "Send Access-Control-Allow-Credentials: true.",
    );
  return null;
}

interface PreflightedRequest {
  method: string;
  path: string;
  header: string;
}

const preflight = (deployment: Deployment, { method, path, header }: PreflightedRequest) =>
  deployment.ask(path, {
    method: "OPTIONS",
    headers: {
      "access-control-request-method": method,
      "access-control-request-headers": header,
    },
  });

function preflightFinding(
  { method, path, header }: PreflightedRequest,
  answer: Answer,
  from: string,
): Finding | null {
  const what = `${method} ${path} with ${capitalised(header)}`;
  if (answer.status < 200 || answer.status > 299)
    return wrong(
      "cors-preflight-status",
      `The browser's question (OPTIONS) about ${what} is answered ${answer.status}.`,
      "Answer it 204, without asking for a token: the browser sends none along.",
    );
  const refusal = refusalOf(answer, from);
  if (refusal) return { ...refusal, code: "cors-preflight", says: `About ${what}: ${refusal.says}` };
  if (!namesIn(answer, "access-control-allow-headers").includes(header))
    return wrong(
      "cors-headers",
      `The header of ${what} is not allowed.`,
      "Name Content-Type and Authorization in Access-Control-Allow-Headers: * counts for no request with a cookie.",
    );
  return null;
}

const namesIn = ({ headers }: Answer, header: string) =>
  (headers.get(header) ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());

const capitalised = (name: string) => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** Returns a second advice, for a page's server that forwards the APIs: that server is what to check. A page without an origin has no server. */
const instead = (from: string) =>
  from === "null" ? "" : ` Or, where ${from} itself forwards the APIs, check that origin.`;
