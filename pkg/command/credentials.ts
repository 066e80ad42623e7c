// The account to sign in with: from the environment, or asked for on a terminal, where the password is not shown.

import { once } from "node:events";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";

export interface Credentials {
  email: string;
  password: string;
}

/** `null` where there is none, and no terminal to ask on. Rejects with an `AbortError` at Ctrl+C, and once it is `over`. */
export async function readCredentials(
  environment: NodeJS.ProcessEnv,
  over: AbortSignal,
): Promise<Credentials | null> {
  const { PLATFORM_EMAIL: email = "", PLATFORM_PASSWORD: password = "" } = environment;
  if (email && password) return { email, password };
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  const { ask, close } = openTerminal(over);
  try {
    const given = email || (await ask("E-mail of an account (none: press Enter): "));
    return given ? { email: given, password: password || (await ask("Its password: ", true)) } : null;
  } finally {
    close();
  }
}

/**
 * One for both questions: between two, the terminal would show what is typed. The questions are on standard error, for the result is on
 * standard output.
 */
function openTerminal(over: AbortSignal) {
  let isSecret = false;
  // With an output of its own, the terminal shows what that one shows.
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isSecret) process.stderr.write(chunk);
      done();
    },
  });
  const reader = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  for (const event of ["SIGINT", "close"] as const) reader.once(event, interrupt);
  // A signal that another process sends: the terminal does not see it.
  if (over.aborted) interrupt();
  over.addEventListener("abort", interrupt);
  // What is pasted after the line that was asked for may be the password: from the line's end on, nothing is shown.
  const lines: string[] = [];
  reader.on("line", (line) => {
    isSecret = true;
    lines.push(line);
  });
  return {
    /** The next line: also one that was pasted before it was asked for. */
    async ask(question: string, secretly = false): Promise<string> {
      process.stderr.write(question);
      try {
        if (lines.length === 0) {
          isSecret = secretly;
          await once(reader, "line", { signal: interrupted.signal });
        }
        return lines.shift() ?? "";
      } finally {
        if (secretly || interrupted.signal.aborted) process.stderr.write("\n");
      }
    },
    close: () => reader.close(),
  };
}
