// Converts names of features and roles to the text of the declaration file, and that text back to names. Names of earlier runs are kept.

export interface Names {
  features: string[];
  roles: string[];
  /** The roles of the accounts with which the command has read the names. */
  seenAs: string[];
}

const SEEN_AS = "// Seen by accounts with these roles: ";

/** Returns the names of both, sorted and without duplicates. */
export function mergeNames(one: Names, other: Names): Names {
  const merged = (key: keyof Names) => [...new Set([...one[key], ...other[key]])].sort();
  return { features: merged("features"), roles: merged("roles"), seenAs: merged("seenAs") };
}

export function writeDeclaration({ features, roles, seenAs }: Names): string {
  const members = (names: string[]) =>
    names.length ? `{\n${names.map((name) => `    ${keyOf(name)}: true;\n`).join("")}  }` : "{}";
  return `// Written by "platform-session types", which adds names and takes none away: a name that is no more, you take out.
${SEEN_AS}${seenAs.map(quoted).join(", ")}

import "platform-session";

declare module "platform-session" {
  interface FeatureNames ${members(features)}

  interface RoleNames ${members(roles)}
}
`;
}

/** Returns the names in a declaration file, in the style of any formatter; `null` if the file contains anything else. */
export function namesIn(text: string): Names | null {
  const code = text.replaceAll(COMMENT, (comment) => (/^["']/.test(comment) ? comment : " "));
  const names: Names = { features: [], roles: [], seenAs: seenIn(text) };
  const [, module = null] = MODULE.exec(code) ?? [];
  if (module === null) return code.trim() === "" ? names : null;
  const rest = module.replaceAll(INTERFACE, (_, name: string, members: string) => {
    const list = name === "FeatureNames" ? names.features : names.roles;
    return members.replaceAll(MEMBER, (_, quotedName?: string, plainName?: string) => {
      list.push(quotedName === undefined ? (plainName as string) : unquoted(quotedName));
      return " ";
    });
  });
  return rest.trim() === "" && ![...names.features, ...names.roles].includes(UNREADABLE) ? names : null;
}

/** Matches a comment or a string literal. Literals are left as they are, because a name may contain what looks like a comment. */
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;
const MODULE =
  /^\s*(?:import\s*["']platform-session["'];?\s*|export\s+(?:type\s*)?\{\s*\};?\s*)*declare\s+module\s*["']platform-session["']\s*\{([\s\S]*)\}\s*(?:export\s+(?:type\s*)?\{\s*\};?\s*)?$/;
const INTERFACE =
  /\binterface\s+(FeatureNames|RoleNames)\s*\{((?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[^"'{}])*)\}/g;
const MEMBER =
  /\s*(?:("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|([\p{ID_Start}$_][\p{ID_Continue}$]*))\s*:\s*true\s*[;,]?/gu;
/** Stands for a literal that cannot be decoded; no name can be this text. */
const UNREADABLE = "\0";

function unquoted(literal: string): string {
  const inside = literal.slice(1, -1);
  const json = literal.startsWith('"') ? inside : inside.replaceAll("\\'", "'").replaceAll('"', '\\"');
  try {
    return JSON.parse(`"${json}"`);
  } catch {
    return UNREADABLE;
  }
}

/** Returns a string literal on one line. Invisible characters, which could end the line or change the writing direction, are escaped. */
const quoted = (name: string) =>
  JSON.stringify(name).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );

/** Returns a name as a property key. Like formatters, it quotes only names that need it. */
const keyOf = (name: string) => (/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : quoted(name));

function seenIn(text: string): string[] {
  const line = text.split("\n").find((it) => it.startsWith(SEEN_AS)) ?? "";
  try {
    const list: unknown = JSON.parse(`[${line.slice(SEEN_AS.length)}]`);
    return Array.isArray(list) ? list.filter((it) => typeof it === "string") : [];
  } catch {
    return [];
  }
}
