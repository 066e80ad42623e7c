// `platform-session types`: writes a declaration file with the names of a deployment's features and roles, for the TypeScript compiler.

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
import { type Arguments, readOrigin, readTimeout, UsageError } from "./usage.js";

/** The file was not written. The message is a sentence that says why. */
class NotWritten extends Error {}

/** The names that one account can read: its own role and features, and all roles. */
interface AccountNames {
  role: string;
  features: string[];
  roles: string[];
}

/** Resolves with the exit status. Rejects with a `UsageError`. `interrupted` aborts when the command is interrupted. */
export async function types(
  given: string,
  options: Arguments["options"],
  interrupted: AbortSignal,
): Promise<number> {
  const origin = readOrigin(given, "the deployment");
  const path = options.out ?? defaultPath();
  const timeoutMs = readTimeout(options.timeout);
  try {
    // The file is read before the sign-in, because a file with other content ends the command.
    const before = await readNames(path);
    if (!isPrivate(origin)) throw new UsageError(`types signs in by https only: ${origin} is not`);
    const account = await readCredentials(process.env, interrupted);
    if (!account) throw new UsageError("types needs an account: set PLATFORM_EMAIL and PLATFORM_PASSWORD");
    const deployment = deploymentAt(origin, origin, timeoutMs, interrupted);
    const { role, features, roles } = await namesOf(deployment, account);
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
    else if (isFileError(error))
      console.error(`Nothing was written: ${path} cannot be read or written (${error.code}).`);
    else throw error;
    return 1;
  }
}

/** Returns a path that TypeScript includes: many projects include only their folder `src`. */
const defaultPath = () => (existsSync("src") ? "src/platform-session.d.ts" : "platform-session.d.ts");

const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "syscall" in error && "code" in error;

async function readNames(path: string) {
  const names = namesIn((await readDeclarationFile(path)) ?? "");
  if (names) return names;
  throw new NotWritten(
    `${path} has something in it that this command does not write. Name another file with --out, or take out all but the names.`,
  );
}

/** Signs the account in, reads the names, and signs it out again. */
async function namesOf(deployment: Deployment, account: Parameters<typeof signIn>[1]): Promise<AccountNames> {
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
    const request = { headers: bearer(login.token) };
    const session = readSession(await jsonOf(await deployment.ask(PATHS.session, request)));
    if (!session)
      throw new NotWritten("the session read does not say who is signed in. See platform-session check.");
    const roles = readCatalogue(await jsonOf(await deployment.ask(PATHS.roles, request)));
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
