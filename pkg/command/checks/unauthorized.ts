// Checks that a request without a token is answered 401 (`identity-api.md` 5.4), by which the package notices that a session is over.

import type { Deployment } from "../deployment.js";
import { type Finding, right, warning, wrong } from "../finding.js";
import { PATHS } from "../identity-api.js";
import { shapeOf } from "./session.js";

export async function* unauthorized(deployment: Deployment): AsyncGenerator<Finding> {
  const answer = await deployment.ask(PATHS.roles);
  if (answer.status === 401) yield right("unauthorized", "A request without a token is answered 401.");
  else if (answer.status === 404)
    yield warning(
      "no-roles",
      "The deployment has no role catalogue (404).",
      "Gates with atLeast are denied there. Upgrade it for them (identity-api.md 9).",
    );
  else
    yield wrong(
      "unauthorized",
      `A request without a token is answered ${shapeOf(answer)}, and not 401.`,
      "Let requests under /api reach the deployment: a gateway that leads to a sign-in page hides the end of a session.",
    );
}
