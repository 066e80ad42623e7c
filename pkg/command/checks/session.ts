// Checks the session read without a user, which is the first request of every page (`identity-api.md` 4.2).

import type { Deployment } from "../deployment.js";
import { type Finding, judge, right, warning, wrong } from "../finding.js";
import { PATHS, readSession } from "../identity-api.js";
import { printable } from "../printable.js";
import { type Answer, jsonOf } from "../request.js";

export async function* session(deployment: Deployment): AsyncGenerator<Finding> {
  const answer = await deployment.ask(PATHS.session);
  yield judge(
    // `null`: no user is signed in; `undefined`: the body is malformed.
    answer.status === 200 && readSession(await jsonOf(answer)) === null,
    right("session-answer", "The session read says that no user is signed in."),
    wrong(
      "session-answer",
      `The session read is answered ${shapeOf(answer)}, and not 200 with {"authenticated": false}.`,
      `Let ${PATHS.session} reach the deployment: a proxy, a sign-in page or the site's index.html answered instead.`,
    ),
  );
  if (answer.status === 200) yield* ofHeaders(answer);
}

/** Returns an answer's status and content type as a text, without its body. */
export function shapeOf({ status, headers }: Answer): string {
  const type = headers.get("content-type");
  return type === null ? String(status) : `${status}, ${printable(type)}`;
}

/** Checks `Cache-Control`, `Age` and `Date`. */
function* ofHeaders({ headers }: Answer): Generator<Finding> {
  const control = (headers.get("cache-control") ?? "").toLowerCase();
  const isFromCache = Number(headers.get("age") ?? 0) > 0;
  if (isFromCache || (/\b(?:public|s-maxage)\b/.test(control) && !/\bno-store\b/.test(control))) {
    yield wrong(
      "session-shared",
      isFromCache
        ? "The session read is answered by a cache (Age)."
        : "The session read may be kept by a cache that users share (Cache-Control).",
      `Keep ${PATHS.session} out of every cache: one user would be shown another's session. Send Cache-Control: no-store.`,
    );
  } else {
    yield judge(
      /\bno-store\b/.test(control),
      right("session-no-store", "No cache keeps the session read (Cache-Control: no-store)."),
      warning(
        "session-no-store",
        "The session read has no Cache-Control: no-store.",
        "Send it. Without it, leave the preload of the session read out of the document's head: the browser's cache may answer that one.",
      ),
    );
  }
  yield judge(
    Number.isFinite(Date.parse(headers.get("date") ?? "")),
    right("session-date", "The session read says when it was answered (Date)."),
    warning(
      "session-date",
      "The session read has no Date that can be read.",
      "Send it: by it the package notices an answer that a cache has kept.",
    ),
  );
}
