// `platform-session check`: asks a deployment what a page will ask, and tells what it found.

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
import { type Given, readAddress, readOrigin, readTimeout } from "./usage.js";

/** Resolves with the exit status. Rejects with a `UsageError`. */
export async function check(given: string, options: Given["options"], over: AbortSignal): Promise<number> {
  const origin = readOrigin(given, "the deployment");
  const address = options.page === undefined ? null : readAddress(options.page, "--page");
  const from = options.from === undefined ? (address?.origin ?? origin) : readFrom(options.from);
  const deployment = deploymentAt(origin, from, readTimeout(options.timeout), over);
  const account = await readCredentials(process.env, over);
  const findings: Finding[] = [];
  const say = (text: string) => options.json || console.log(text);
  const run = async <Context>(it: Check<Context>, context: Context) => {
    for await (const finding of guarded(it, context)) {
      findings.push(finding);
      say(linesOf(finding));
    }
  };

  const isElsewhere = deployment.isCrossOrigin;
  say(`${origin}${isElsewhere ? `, as a page of ${from} asks it` : ""}\n`);
  await run(reachable, deployment);
  if (works(findings)) {
    await run(session, deployment);
    const isIdentityApi = works(findings);
    for (const it of [unauthorized, cors, singleSignOn]) await run(it, deployment);
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
  else say(`\n${conclusionOf(findings)}`);
  return works(findings) ? 0 : 1;
}

/** A page without an origin names itself so. */
const readFrom = (given: string) => (given === "null" ? given : readOrigin(given, "--from"));

/** A check ends with a request that is not answered. */
async function* guarded<Context>(it: Check<Context>, context: Context): AsyncGenerator<Finding> {
  try {
    yield* it(context);
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
  const it = await opened(deployment, address);
  yield* page(it.page);
  if (it.page.isHtml) for (const each of [policy, head, files]) yield* each(it);
}

/** A password goes neither to another kind of server, nor in clear text over a network. */
async function* notSignedIn() {
  yield unchecked(
    "no-sign-in",
    "Not looked at: signing in, the cookie, roles. The password is sent by https only, and only where the session read is as it should be.",
  );
}

async function* noPage() {
  yield unchecked("no-page", "Not looked at: a page's policy, head and files. Give its address with --page.");
}
