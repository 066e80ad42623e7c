// Checks that the deployment answers at all, and by https.

import type { Deployment } from "../deployment.js";
import { type Finding, right, warning, wrong } from "../finding.js";
import { PATHS } from "../identity-api.js";
import { isPrivate } from "../private.js";
import { NoAnswer } from "../request.js";

export async function* reachable(deployment: Deployment): AsyncGenerator<Finding> {
  try {
    await deployment.ask(PATHS.session);
    yield right("reachable", "The deployment answers.");
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    yield wrong(
      "unreachable",
      `The deployment ${error.message}.`,
      "Check the address and the port, and whether this machine may reach it.",
    );
    return;
  }
  if (!isPrivate(deployment.origin))
    yield warning(
      "not-https",
      "The deployment is asked by http: passwords and tokens can be read on their way.",
      "Serve it by https (identity-api.md 5.6).",
    );
}
