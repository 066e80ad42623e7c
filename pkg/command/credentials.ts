// The account to sign in with: from the environment, or asked for on a terminal, where the password is not shown.

import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

export interface Credentials {
  email: string;
  password: string;
}

/** `null` where there is none, and no terminal to ask on. */
export async function readCredentials(environment: NodeJS.ProcessEnv): Promise<Credentials | null> {
  const { PLATFORM_EMAIL: email = "", PLATFORM_PASSWORD: password = "" } = environment;
  if (email && password) return { email, password };
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  const given = email || (await answerTo("E-mail of an account (none: press Enter): "));
  if (!given) return null;
  return { email: given, password: password || (await answerTo("Its password: ", true)) };
}

/** On standard error, for the result is on standard output. Rejects with an `AbortError` at Ctrl+C. */
async function answerTo(question: string, isSecret = false): Promise<string> {
  process.stderr.write(question);
  // With an output of its own, the terminal shows what that one shows.
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isSecret) process.stderr.write(chunk);
      done();
    },
  });
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  const interrupted = new AbortController();
  reader.once("SIGINT", () => interrupted.abort());
  reader.once("close", () => interrupted.abort());
  try {
    return await reader.question("", { signal: interrupted.signal });
  } finally {
    reader.close();
    process.stderr.write("\n");
  }
}
