// The arguments of the command. Error messages never quote the value of an argument, which may be a password.

import { parseArgs } from "node:util";
import { nearest } from "./nearest.js";

/** The arguments are wrong. The message says what to do. */
export class UsageError extends Error {}

export interface Arguments {
  command: "check" | "types" | "help" | "version";
  origin: string;
  options: { from?: string; page?: string; out?: string; timeout?: string; json?: boolean };
}

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const COMMON_OPTIONS = { timeout: text, help: { ...flag, short: "h" } };
const OPTIONS = {
  check: { from: text, page: text, json: flag, ...COMMON_OPTIONS },
  types: { out: text, ...COMMON_OPTIONS },
};
/** The options of all commands. The parser must know which ones take a value, or it would take the value for an address. */
const ALL_OPTIONS = { ...OPTIONS.check, ...OPTIONS.types, version: flag };

const ACCOUNT = `The account: PLATFORM_EMAIL and PLATFORM_PASSWORD, or it is asked for on a terminal. Never an argument, which other
programs of the machine can read.`;

const HELP = {
  "": `platform-session check ORIGIN   asks a deployment what a page will ask, and says what is wrong
platform-session types ORIGIN   writes a file that makes a misspelt feature or role a compile error

platform-session check --help, platform-session types --help, platform-session --version`,
  check: `platform-session check ORIGIN [options]

Asks the deployment at ORIGIN, as https://portal.example, what a page will ask: its answers, cookie and headers.

  --from ORIGIN      of a page that is served elsewhere, as https://app.example
  --page ADDRESS     of a page: its policy, its head, and the package's files
  --json             the same as data
  --timeout SECONDS  of each request; 10

${ACCOUNT}
Without an account, nothing is said of signing in.

Status: 0, a page works; 1, it would not, or would not be safe; 2, wrong usage.`,
  types: `platform-session types ORIGIN [options]

Signs in to the deployment at ORIGIN, and adds the names of the account's features and of all roles to a declaration file.

  --out FILE         src/platform-session.d.ts; without a folder src, platform-session.d.ts
  --timeout SECONDS  of each request; 10

${ACCOUNT}

Status: 0, the file has the names; 1, it was not written; 2, wrong usage.`,
};

/** Reads the arguments. Throws a `UsageError`. */
export function readArguments(args: readonly string[]): Arguments {
  // Not strict, because the parser's own messages would quote unknown arguments.
  const { tokens, values } = parseArgs({
    args: [...args],
    options: ALL_OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const [command = "", origin = "", ...more] = tokens.flatMap((token) =>
    token.kind === "positional" ? [token.value] : [],
  );
  const options = values as Arguments["options"] & { help?: boolean; version?: boolean };
  if (options.version) return { command: "version", origin, options };
  if (command !== "check" && command !== "types") {
    if (command === "" && (options.help || args.length === 0))
      return { command: "help", origin: "", options };
    throw new UsageError(`${unknownName(command, ["check", "types"], "command")}\n\n${HELP[""]}`);
  }
  if (options.help) return { command: "help", origin: command, options };
  for (const token of tokens) if (token.kind === "option") assertKnown(token, OPTIONS[command]);
  if (origin === "")
    throw new UsageError(`${command} needs the origin of a deployment: ${command} https://portal.example`);
  if (more.length > 0)
    throw new UsageError(`${command} takes one address, and no password. The options: ${command} --help`);
  return { command, origin, options };
}

export const helpFor = (command: string) => HELP[command as keyof typeof HELP];

/** Reads an http(s) origin. Throws a `UsageError` that names it by `what` and does not quote it, because it may contain a password. */
export function readOrigin(given: string, what: string): string {
  const { protocol, origin, pathname, search, hash } = readAddress(given, what);
  if (pathname !== "/" || search || hash)
    throw new UsageError(`${what} is an origin, without a path: ${protocol}//…`);
  return origin;
}

/** Reads an http(s) address, like `readOrigin`. */
export function readAddress(given: string, what: string): URL {
  if (URL.canParse(given)) {
    const url = new URL(given);
    if (url.username || url.password)
      throw new UsageError(`${what}: leave the name and the password out of the address`);
    if (/^https?:$/.test(url.protocol)) return url;
  }
  throw new UsageError(`${what} must be a whole http(s) address, as https://portal.example`);
}

/** Reads a number of seconds, and returns milliseconds. */
export function readTimeout(given = "10"): number {
  const seconds = Number(given);
  if (!(seconds > 0 && seconds <= 3600)) throw new UsageError("--timeout is a number of seconds, up to 3600");
  return Math.ceil(seconds * 1000);
}

interface OptionToken {
  name: string;
  rawName: string;
  value: string | undefined;
}

function assertKnown({ name, rawName, value }: OptionToken, known: Record<string, { type: string }>) {
  const kind = Object.hasOwn(known, name) && known[name]?.type;
  if (!kind)
    throw new UsageError(
      unknownName(
        rawName,
        Object.keys(known).map((each) => `--${each}`),
        "option",
      ),
    );
  if (kind === "string" && !value) throw new UsageError(`--${name} needs a value`);
  if (kind === "boolean" && value !== undefined) throw new UsageError(`--${name} takes no value`);
}

/** Returns a message about a name that does not exist: the nearest name that does, or all of them. `what`: "command" or "option". */
function unknownName(given: string, names: string[], what: string): string {
  const name = nearest(given, names);
  return name
    ? `no ${what} ${given}: did you mean ${name}?`
    : `no such ${what}. There are: ${names.join(", ")}`;
}
