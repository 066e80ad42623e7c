// The declaration file: names in, text out, and back. What it has once been written with, it keeps.

export interface Names {
  features: string[];
  roles: string[];
  /** The roles of the accounts that the names were seen by. */
  seenAs: string[];
}

const SEEN_AS = "// Seen by accounts with these roles: ";

/** Sorted, each once. */
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

/**
 * The names in such a file, however a formatter has written it; `null` where there is anything else in it. Of an empty text: none.
 */
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

/** A text stays as it is: a name may hold what looks like a comment. */
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;
const MODULE =
  /^\s*(?:import\s*["']platform-session["'];?\s*|export\s+(?:type\s*)?\{\s*\};?\s*)*declare\s+module\s*["']platform-session["']\s*\{([\s\S]*)\}\s*(?:export\s+(?:type\s*)?\{\s*\};?\s*)?$/;
const INTERFACE =
  /\binterface\s+(FeatureNames|RoleNames)\s*\{((?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[^"'{}])*)\}/g;
const MEMBER =
  /\s*(?:("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|([\p{ID_Start}$_][\p{ID_Continue}$]*))\s*:\s*true\s*[;,]?/gu;
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

/** As a literal on one line, in which each character that is not seen is written out: it could end the line, or turn the direction of the text. */
const quoted = (name: string) =>
  JSON.stringify(name).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );

/** As formatters write it, so that they find nothing to change: quotes only where a name needs them. */
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
