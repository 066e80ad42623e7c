// `platform-session types`: writes the names of a deployment's features and roles, so that the compiler knows them.

import { existsSync } from "node:fs";
import { bearer, signIn, signOut } from "./account.js";
import { readCredentials } from "./credentials.js";
import { mergeNames, namesIn, writeDeclaration } from "./declaration.js";
import { readDeclarationFile, writeDeclarationFile } from "./declaration-file.js";
import { type Deployment, deploymentAt } from "./deployment.js";
import { PATHS, readCatalogue, readLogin, readSession } from "./identity-api.js";
import { printable } from "./printable.js";
import { isPrivate } from "./private.js";
import { jsonOf, NoAnswer } from "./request.js";
import { type Given, readOrigin, readTimeout, UsageError } from "./usage.js";

/** Why nothing was written; a sentence. */
class NotWritten extends Error {}

/** What one account sees: its own features, and every role. */
interface Seen {
  role: string;
  features: string[];
  roles: string[];
}

/** Resolves with the exit status. Rejects with a `UsageError`. */
export async function types(given: string, options: Given["options"], over: AbortSignal): Promise<number> {
  const origin = readOrigin(given, "the deployment");
  const path = options.out ?? defaultPath();
  const timeoutMs = readTimeout(options.timeout);
  try {
    // Before the sign-in: a file that cannot be added to ends it.
    const before = await reading(path);
    if (!isPrivate(origin)) throw new UsageError(`types signs in by https only: ${origin} is not`);
    const account = await readCredentials(process.env, over);
    if (!account) throw new UsageError("types needs an account: set PLATFORM_EMAIL and PLATFORM_PASSWORD");
    const { role, features, roles } = await seenBy(deploymentAt(origin, origin, timeoutMs, over), account);
    const after = mergeNames(before, { features, roles: [...roles, role], seenAs: [role] });
    const text = writeDeclaration(after);
    const isNew = await writeDeclarationFile(path, text);
    console.log(
      `${path} ${isNew ? "now has" : "already had"} ${after.features.length} features and ${after.roles.length} roles, seen by accounts with the roles ${after.seenAs.map((it) => `"${printable(it)}"`).join(", ")}.`,
    );
    return 0;
  } catch (error) {
    if (error instanceof NoAnswer) console.error(`Nothing was written: the deployment ${error.message}.`);
    else if (error instanceof NotWritten) console.error(`Nothing was written: ${error.message}`);
    else if (isOfFile(error))
      console.error(`Nothing was written: ${path} cannot be read or written (${error.code}).`);
    else throw error;
    return 1;
  }
}

/** Where TypeScript looks: most projects include their folder `src` alone. */
const defaultPath = () => (existsSync("src") ? "src/platform-session.d.ts" : "platform-session.d.ts");

const isOfFile = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "syscall" in error && "code" in error;

async function reading(path: string) {
  const names = namesIn((await readDeclarationFile(path)) ?? "");
  if (names) return names;
  throw new NotWritten(
    `${path} has something in it that this command does not write. Name another file with --out, or take out all but the names.`,
  );
}

async function seenBy(deployment: Deployment, account: Parameters<typeof signIn>[1]): Promise<Seen> {
  const answer = await signIn(deployment, account);
  const login = answer.status === 200 ? readLogin(await jsonOf(answer)) : undefined;
  try {
    if (!login)
      throw new NotWritten(
        `the sign-in is answered ${answer.status}. platform-session check says more about it.`,
      );
    if (!login.canBeSent)
      throw new NotWritten(
        "the token cannot be sent in a header. platform-session check says more about it.",
      );
    const asked = { headers: bearer(login.token) };
    const session = readSession(await jsonOf(await deployment.ask(PATHS.session, asked)));
    if (!session)
      throw new NotWritten("the session read does not say who is signed in. See platform-session check.");
    const roles = readCatalogue(await jsonOf(await deployment.ask(PATHS.roles, asked)));
    if (!roles) throw new NotWritten("the deployment does not tell its roles. See platform-session check.");
    return {
      role: session.user.userType,
      features: Object.keys(session.features),
      roles: roles.map(({ name }) => name),
    };
  } finally {
    if (answer.status === 200)
      await signOut(deployment, answer, login?.canBeSent ? login.token : undefined).catch(() => {});
  }
}
