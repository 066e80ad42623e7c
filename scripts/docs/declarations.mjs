// Reads a file of declarations as this project writes them: what it exports, each with its doc comment.

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;

/**
 * What the text exports, in its order: `{ kind, name, doc, code }`. An interface also has `members`: `{ name, doc, type,
 * isOptional, isMethod, code }`. A member of an object within it is named with that object's name before it.
 */
export function readDeclarations(text) {
  return statementsOf(text.split("\n"))
    .filter(({ code }) => code.startsWith("export "))
    .map(({ doc, code }) => {
      const [, kind, name] =
        /^export (?:declare )?(function|interface|class|type|const) (\w+)/.exec(code) ?? [];
      if (!kind) return null;
      const isObject = kind === "interface" || kind === "class";
      return { kind, name, doc, code, ...(isObject && { members: membersOf(code) }) };
    })
    .filter(Boolean);
}

/** The first comment of the file: what the declarations are for. */
export const purposeOf = (text) => /^\/\/ (.*)$/m.exec(text)[1];

/** The values of a union of texts, each with the comment that stands behind it, or above it. */
export function valuesOf(code) {
  let above = [];
  return code.split("\n").flatMap((line) => {
    const [, value, behind] = /^\s*\| "([\w-]+)"(?:;)?(?: \/\/ (.*))?$/.exec(line) ?? [];
    if (!value) {
      above.push(...(/^\s*\/\/ (.*)$/.exec(line)?.slice(1) ?? []));
      return [];
    }
    const meaning = behind ?? above.join(" ");
    above = [];
    return [{ value, meaning }];
  });
}

/** Code in one line, without its comments. */
export const inOneLine = (code) =>
  code
    .replace(COMMENT, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/([[(]) | (?=[\])])/g, "$1")
    .replaceAll(/,(?=[\])])/g, "")
    // A union that begins on a line of its own.
    .replaceAll(/([=:]) \| /g, "$1 ")
    .trim();

function membersOf(code, prefix = "") {
  const [, body = ""] = /\{\n([\s\S]*)\n\s*\};?$/.exec(code) ?? [];
  return statementsOf(body.split("\n").map((line) => line.slice(2))).flatMap((statement) => {
    const [, name, optional, rest] =
      /^(?:readonly |get )?"?([\w-]+)"?(\?)?([\s\S]*?);?$/.exec(statement.code) ?? [];
    // A setter: its getter is listed already.
    if (!name || /^set \w/.test(statement.code)) return [];
    const isMethod = /^[<(]/.test(rest);
    const member = {
      name: prefix + name,
      doc: statement.doc,
      type: inOneLine(rest).replace(/^: /, ""),
      isOptional: optional !== undefined,
      isMethod,
      code: inOneLine(statement.code.replace(/;$/, "")),
    };
    const isDocumentedObject = /^: \{\n/.test(rest) && rest.includes("/**");
    if (!isDocumentedObject) return [member];
    return [{ ...member, type: "object" }, ...membersOf(statement.code, `${member.name}.`)];
  });
}

/** Statements with the doc comment above each: `{ doc, code }`. */
function statementsOf(lines) {
  const statements = [];
  let doc = [];
  let isDoc = false;
  let code = [];
  for (const [number, line] of lines.entries()) {
    if (code.length === 0) {
      if (line.startsWith("/**")) {
        isDoc = true;
        doc = [];
      }
      if (isDoc) {
        doc.push(line);
        if (line.endsWith("*/")) isDoc = false;
        continue;
      }
      if (line.trim() === "") doc = [];
      if (line.trim() === "" || line.startsWith("//")) continue;
    }
    code.push(line);
    const text = code.join("\n");
    if (!isWhole(text) || goesOn(lines[number + 1])) continue;
    statements.push({ doc: textOf(doc), code: text });
    doc = [];
    code = [];
  }
  return statements;
}

/** Whether every bracket is closed again, and the end is one of a statement. */
function isWhole(code) {
  const plain = code.replace(COMMENT, "").trimEnd();
  const count = (brackets) => [...plain].filter((sign) => brackets.includes(sign)).length;
  return count("([{") === count(")]}") && /[;}]$/.test(plain);
}

/** Whether the line is a further part of the union, or of the intersection, above it. */
const goesOn = (line = "") => /^\s*[|&] /.test(line);

/** What a doc comment says, as Markdown. */
const textOf = (lines) =>
  lines
    .map((line) => line.replace(/^\/\*\* ?|^ *\* ?(?!\/)/, "").replace(/ ?\*\/$/, ""))
    .join("\n")
    .trim();
