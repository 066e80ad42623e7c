// Reads the account to sign in with from the environment, or asks for it on a terminal, which does not show the password.

import { once } from "node:events";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";

export interface Credentials {
  email: string;
  password: string;
}

/**
 * Resolves with the account; `null` if none is given. Rejects with an `AbortError` at Ctrl+C, and when `interrupted` aborts.
 */
export async function readCredentials(
  environment: NodeJS.ProcessEnv,
  interrupted: AbortSignal,
): Promise<Credentials | null> {
  const { PLATFORM_EMAIL: email = "", PLATFORM_PASSWORD: password = "" } = environment;
  if (email && password) return { email, password };
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  const { ask, close } = openTerminal(interrupted);
  try {
    const given = email || (await ask("E-mail of an account (none: press Enter): "));
    return given ? { email: given, password: password || (await ask("Its password: ", true)) } : null;
  } finally {
    close();
  }
}

/**
 * Opens the terminal once for both questions: between two readers, it would show the typed text. Questions go to standard error, because the
 * result of the command goes to standard output.
 */
function openTerminal(interrupted: AbortSignal) {
  /** Whether the typed text is not shown. */
  let isSecret = false;
  // The reader writes typed text to this output, which hides it while `isSecret`.
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isSecret) process.stderr.write(chunk);
      done();
    },
  });
  const reader = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  const ended = new AbortController();
  const end = () => ended.abort();
  for (const event of ["SIGINT", "close"] as const) reader.once(event, end);
  // For a signal that another process sends, of which the reader gets no event.
  if (interrupted.aborted) end();
  interrupted.addEventListener("abort", end);
  // After each line, typed text is hidden until the next question: the line after the email address may be a pasted password.
  const lines: string[] = [];
  reader.on("line", (line) => {
    isSecret = true;
    lines.push(line);
  });
  return {
    /** Returns the next line, which may have been pasted before this question. */
    async ask(question: string, secretly = false): Promise<string> {
      process.stderr.write(question);
      try {
        if (lines.length === 0) {
          isSecret = secretly;
          await once(reader, "line", { signal: ended.signal });
        }
        return lines.shift() ?? "";
      } finally {
        if (secretly || ended.signal.aborted) process.stderr.write("\n");
      }
    },
    close: () => reader.close(),
  };
}
