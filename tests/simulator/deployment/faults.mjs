// The faults between a page and its deployment.

const CODES = { 403: "forbidden", 404: "not-supported", 429: "rate-limited" };
const LOGIN_CODES = { 400: "missing-credentials", 403: "account-deactivated" };

/** Returns the error code that the package must give to an answer with an error status from a proxy. */
function codeOf(kind, status) {
  if (kind === "login" && LOGIN_CODES[status]) return LOGIN_CODES[status];
  return CODES[status] ?? (status >= 500 && status < 600 ? "server-error" : "invalid-response");
}

const RETRY_AFTER = ["0", "1", "5", "120", "soon", "-1", undefined, undefined];
const HTML = "<!doctype html><title>Sign in</title>";
/** Bodies that no endpoint sends. */
const BODIES = [
  () => "[]",
  () => "null",
  () => "{}",
  () => "",
  () => HTML,
  () => '"ok"',
  () => '{"authenticated":"true","success":"true","enabled":"true","user":{},"data":[],"roles":{}}',
  () => '[true,{"id":1}]',
  () => '{"authenticated":true,"success":1,"user":{"id":1,"permissions":{}},"access_token":7,"enabled":1}',
  (text) => text.slice(0, -1),
  (text) => `${text}\u{fffd}}`,
];
/** A body over the package's limit of 2 MiB. */
const OVERSIZE = new Uint8Array(2 * 1024 * 1024 + 1);

/**
 * Draws the fate of a request. `chaos`, from 0 to 1, says how much goes wrong. A fate holds how long each part takes, and
 * `spoil`, which turns the true answer into the answer that arrives.
 */
export function drawFate(random, chaos, kind) {
  const slow = random.chance(chaos * 0.3);
  const fate = {
    outMs: random.below(slow ? 8_000 : 60),
    backMs: random.below(slow ? 12_000 : 200),
    /** How long after the browser has taken the cookie the page gets the headers. */
    headersMs: random.chance(0.3) ? random.below(200) : 0,
    /** How long after the headers the body arrives; 0: together with them. */
    bodyMs: random.chance(chaos * 0.3) ? random.below(slow ? 9_000 : 100) : 0,
    /** Whether the request reaches the deployment although it is aborted. The browser takes its cookie then only if it has `keepalive`. */
    survivesAbort: random.chance(0.6),
    /** Whether the request reaches the deployment. */
    arrives: true,
    /** Whether the answer reaches the page; `undefined`: the connection hangs. */
    answered: true,
    /** Whether a proxy answers, and does not pass the request on. */
    inPlace: false,
    /** Whether the connection ends in the middle of the body. */
    breaksOff: false,
    /** Whether a service worker or a cache answers, if it has an older answer. */
    isCached: random.chance(chaos * 0.5),
    spoil: (answer) => answer,
  };
  if (!random.chance(chaos)) return fate;
  const fault = random.weighted([
    ["lost-out", 3],
    ["lost-back", 3],
    ["hang", 2],
    ["break-off", 2],
    ["status", 5],
    ["body", 4],
    ["type", 1],
    ["oversize", 1],
  ]);
  if (fault === "lost-out") fate.arrives = false;
  if (fault === "lost-out" || fault === "lost-back") fate.answered = false;
  if (fault === "hang") Object.assign(fate, { arrives: random.chance(0.5), answered: undefined });
  if (fault === "break-off") fate.breaksOff = true;
  if (fault === "status") {
    fate.spoil = spoiledStatus(random, kind);
    fate.inPlace = random.chance(0.4);
  }
  if (fault === "body") {
    const spoil = random.pick(BODIES);
    fate.spoil = (answer) => invalid(answer, { text: spoil(textOf(answer)) });
  }
  if (fault === "type") fate.spoil = (answer) => invalid(answer, { type: "text/html" });
  if (fault === "oversize") fate.spoil = (answer) => invalid(answer, { bytes: OVERSIZE });
  return fate;
}

/** Returns the fate of a request that a proxy refuses at once (`Deployment.refusals`). */
export function refusal() {
  return {
    outMs: 5,
    backMs: 5,
    headersMs: 0,
    bodyMs: 0,
    survivesAbort: false,
    arrives: true,
    answered: true,
    inPlace: true,
    breaksOff: false,
    spoil: (answer) => ({
      ...answer,
      status: 503,
      text: HTML,
      meaning: { is: "failure", code: "server-error", status: 503 },
    }),
  };
}

/** Draws the status that a proxy puts in the place of the true one. It may pass on the true body and the cookie. */
function spoiledStatus(random, kind) {
  const status = random.pick([500, 502, 503, 503, 429, 429, 403, 404, 400, 204, 0, 302]);
  const retryAfter = random.chance(0.02) ? "99999999999" : random.pick(RETRY_AFTER);
  // Scripts see no headers of a redirect that is not followed.
  const header = status === 0 ? undefined : retryAfter;
  const text = random.chance(0.4) ? undefined : HTML;
  const keepsCookie = random.chance(0.5);
  const code = codeOf(kind, status);
  return (answer) => ({
    ...answer,
    status,
    text,
    retryAfter: header,
    setCookie: keepsCookie ? answer.setCookie : undefined,
    meaning:
      kind === "own" ? { is: "response", status } : { is: "failure", code, status, retryAfter: header },
  });
}

function invalid(answer, change) {
  if (answer.meaning.is === "response") return { ...answer, ...change };
  // An error status means the same, whatever the body.
  if (answer.status !== 200) return { ...answer, ...change };
  return { ...answer, ...change, meaning: { is: "failure", code: "invalid-response", status: 200 } };
}

export function textOf({ text, json }) {
  return text ?? JSON.stringify(json);
}
