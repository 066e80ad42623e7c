// Checks the configuration of single sign-on and, where it is on, its start (`identity-api.md` 4.5 and 4.6).

import type { Deployment } from "../deployment.js";
import { type Finding, right, warning, wrong } from "../finding.js";
import { PATHS, readSsoConfig } from "../identity-api.js";
import { printable } from "../printable.js";
import { jsonOf } from "../request.js";
import { shapeOf } from "./session.js";

export async function* singleSignOn(deployment: Deployment): AsyncGenerator<Finding> {
  const answer = await deployment.ask(PATHS.ssoConfig);
  if (answer.status === 404) {
    yield warning(
      "sso-config",
      "The deployment does not say whether it has single sign-on (404).",
      "Show no button: sso.config() rejects with not-supported. Upgrade the deployment for it.",
    );
    return;
  }
  const config = answer.status === 200 ? readSsoConfig(await jsonOf(answer)) : undefined;
  if (!config) {
    yield wrong(
      "sso-config",
      `The configuration of single sign-on is answered ${shapeOf(answer)}, and not as {"enabled", "buttonLabel"}.`,
      `Let ${PATHS.ssoConfig} reach the deployment.`,
    );
    return;
  }
  if (!config.enabled) yield right("sso-config", "Single sign-on is off: sso.config() says so.");
  else {
    yield right("sso-config", `Single sign-on is on, with the button "${printable(config.label)}".`);
    yield await startFinding(deployment);
  }
}

/** Checks where a navigation to the start of single sign-on leads. The redirect is not followed, so no sign-in begins. */
async function startFinding(deployment: Deployment): Promise<Finding> {
  const { status, headers } = await deployment.get(new URL(PATHS.ssoLogin, deployment.origin), {
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
  });
  const location = headers.get("location") ?? "";
  if (status >= 300 && status < 400 && URL.canParse(location, deployment.origin)) {
    const { host } = new URL(location, deployment.origin);
    return right("sso-start", `It begins at ${printable(host)}.`);
  }
  return wrong(
    "sso-start",
    `Single sign-on is on, but its start is answered ${status} and leads nowhere.`,
    status === 503
      ? "It is not fully configured, or the identity provider cannot be reached from the deployment."
      : `Let navigations to ${PATHS.ssoLogin} reach the deployment.`,
  );
}
