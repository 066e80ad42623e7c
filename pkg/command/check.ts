// `platform-session check`: sends a deployment the requests that a page will send, and reports what it finds.

import { cors } from "./checks/cors.js";
import { files } from "./checks/files.js";
import { head } from "./checks/head.js";
import { opened } from "./checks/opened.js";
import { page } from "./checks/page.js";
import { policy } from "./checks/policy.js";
import { reachable } from "./checks/reachable.js";
import { session } from "./checks/session.js";
import { signedIn } from "./checks/signed-in.js";
import { singleSignOn } from "./checks/single-sign-on.js";
import { unauthorized } from "./checks/unauthorized.js";
import { readCredentials } from "./credentials.js";
import { type Deployment, deploymentAt } from "./deployment.js";
import { type Check, type Finding, unchecked, wrong } from "./finding.js";
import { printable } from "./printable.js";
import { isPrivate } from "./private.js";
import { conclusionOf, jsonOf, linesOf, works } from "./report.js";
import { NoAnswer } from "./request.js";
import { type Arguments, readAddress, readOrigin, readTimeout } from "./usage.js";

/** Resolves with the exit status. Rejects with a `UsageError`. `interrupted` aborts when the command is interrupted. */
export async function check(
  given: string,
  options: Arguments["options"],
  interrupted: AbortSignal,
): Promise<number> {
  const origin = readOrigin(given, "the deployment");
  const address = options.page === undefined ? null : readAddress(options.page, "--page");
  const from = options.from === undefined ? (address?.origin ?? origin) : readFrom(options.from);
  const deployment = deploymentAt(origin, from, readTimeout(options.timeout), interrupted);
  const account = await readCredentials(process.env, interrupted);
  const findings: Finding[] = [];
  const print = (text: string) => options.json || console.log(text);
  const run = async <Context>(each: Check<Context>, context: Context) => {
    for await (const finding of guarded(each, context)) {
      findings.push(finding);
      print(linesOf(finding));
    }
  };

  const isElsewhere = deployment.isCrossOrigin;
  print(`${origin}${isElsewhere ? `, as a page of ${from} asks it` : ""}\n`);
  await run(reachable, deployment);
  if (works(findings)) {
    await run(session, deployment);
    const isIdentityApi = works(findings);
    for (const each of [unauthorized, cors, singleSignOn]) await run(each, deployment);
    if (isIdentityApi && isPrivate(origin)) await run(signedIn, { deployment, account });
    else await run(notSignedIn, deployment);
    if (address) await run(pageChecks, { deployment, address });
    else await run(noPage, deployment);
  }
  const subject = {
    origin,
    from: isElsewhere ? from : null,
    page: address && address.origin + address.pathname,
  };
  if (options.json) console.log(jsonOf(subject, findings));
  else print(`\n${conclusionOf(findings)}`);
  return works(findings) ? 0 : 1;
}

/** Browsers send "null" as the origin of a page without one. */
const readFrom = (given: string) => (given === "null" ? given : readOrigin(given, "--from"));

/** Runs a check. A request without an answer ends it with a finding. */
async function* guarded<Context>(each: Check<Context>, context: Context): AsyncGenerator<Finding> {
  try {
    yield* each(context);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    yield wrong(
      "no-answer",
      `${printable(error.request)} has no answer: the server ${error.message}.`,
      "Look for the request in the server's log, and in those of the proxies before it.",
    );
  }
}

async function* pageChecks({ deployment, address }: { deployment: Deployment; address: URL }) {
  const context = await opened(deployment, address);
  yield* page(context.page);
  if (context.page.isHtml) for (const each of [policy, head, files]) yield* each(context);
}

/** Takes the place of the sign-in: a password is sent only to an Identity API, and not over a network in clear text. */
async function* notSignedIn() {
  yield unchecked(
    "no-sign-in",
    "Not looked at: signing in, the cookie, roles. The password is sent by https only, and only where the session read is as it should be.",
  );
}

async function* noPage() {
  yield unchecked("no-page", "Not looked at: a page's policy, head and files. Give its address with --page.");
}
