// The reference, as Markdown: what each file of declarations exports, in its own words.

import { readProjectFile } from "../run/project.mjs";
import { inOneLine, purposeOf, readDeclarations, valuesOf } from "./declarations.mjs";

/** `of`: what stands below this heading, in this order. `on`: what its members are called on. `guide`: where to read more. */
const SECTIONS = [
  {
    title: "Making a session",
    of: ["createSession", "pageSession"],
    guide: "[Getting started](getting-started.md)",
  },
  {
    title: "Options",
    of: ["SessionOptions", "ReauthenticationNeed"],
    guide: "[Requests](requests.md) has more on `reauthenticate`",
  },
  { title: "Session", of: ["Session"], on: "session", guide: "[The session](sessions.md)" },
  { title: "Gates", of: ["GateConditions", "GateState", "Gate"], guide: "[Gating](gating.md)" },
  {
    title: "Permissions",
    of: ["Permissions", "PermissionReading", "FeaturePermission"],
    on: "session.permissions",
    guide: "[Gating](gating.md)",
  },
  {
    title: "Single sign-on",
    of: ["SingleSignOn"],
    on: "session.sso",
    guide: "[Single sign-on](single-sign-on.md)",
  },
  {
    title: "Snapshot",
    of: ["SessionSnapshot", "Identity", "Status", "SignedOutReason", "User", "Company", "Role"],
    guide: "[The session](sessions.md)",
  },
  { title: "Events", of: ["SessionEvents", "SessionEventListener"] },
  {
    title: "Errors",
    of: ["SessionError", "isSessionError", "SessionErrorCode"],
    guide: "[Troubleshooting](troubleshooting.md#by-error-code) says what to do about each",
  },
  { title: "Subscribing", of: ["Subscribable", "Observer", "Unsubscribe"] },
  { title: "Names of your own", of: ["FeatureNames", "Feature", "RoleNames", "RoleName"] },
];

/** By the name of the subpath: its declarations, and the guide to it. */
const SUBPATHS = [
  ["react", "pkg/adapters/react/index.d.ts", "[React](react.md), [Next](next.md)"],
  ["vue", "pkg/adapters/vue/index.d.ts", "[Vue](vue.md)"],
  ["svelte", "pkg/adapters/svelte/index.d.ts", "[Svelte](svelte.md)"],
  ["solid", "pkg/adapters/solid/index.d.ts", "[Solid](solid.md)"],
  ["angular", "pkg/adapters/angular/index.d.ts", "[Angular](angular.md)"],
  ["angular/router", "pkg/adapters/angular/router.d.ts", "[Angular](angular.md#a-protected-route)"],
  ["elements", "pkg/adapters/elements/index.d.ts", "[Elements](elements.md)"],
  ["sign-in-form", "pkg/adapters/sign-in-form/index.d.ts", "[Elements](elements.md#the-sign-in-form)"],
  ["inspector", "pkg/adapters/inspector/index.d.ts", "[The inspector](inspector.md)"],
  ["server", "pkg/adapters/server/index.d.ts", "[Server](server.md)"],
  ["testing", "pkg/adapters/testing/index.d.ts", "[Testing](testing.md)"],
  ["openfeature", "pkg/adapters/openfeature/index.d.ts", "[OpenFeature](openfeature.md)"],
];

/** Types that the package does not export. */
const IN_WORDS = {
  DisposableWhereKnown: "`Disposable`, where TypeScript's library has it: `using` closes the session",
};

/** What the package itself exports. */
export function referenceOfRoot() {
  const declarations = readDeclarations(readProjectFile("pkg/index.d.ts"));
  const listed = SECTIONS.flatMap(({ of }) => of);
  const missing = declarations.filter(({ name }) => !listed.includes(name)).map(({ name }) => name);
  if (missing.length > 0) throw new Error(`No section of the reference has ${missing.join(", ")}.`);
  const sections = SECTIONS.map(({ title, of, on, guide }) => {
    const parts = of.map((name) => declarations.find((one) => one.name === name));
    // The first one is what the section is about.
    const texts = parts.map((part, number) =>
      declarationOf(part, number === 0 ? { on, isAlone: title === part.name || on } : {}),
    );
    return paragraphs(`## ${title}`, guide ? `${guide}.` : "", ...texts);
  });
  return sections.join("\n\n");
}

/** What the subpaths export. */
export function referenceOfSubpaths() {
  const sections = SUBPATHS.map(([name, path, guide]) => {
    const text = readProjectFile(path);
    const purpose = sentence(purposeOf(text).replace(/^platform-session\/[\w/]+: /, ""));
    const parts = readDeclarations(text).map((part) => declarationOf(part, {}));
    return paragraphs(`## platform-session/${name}`, `${purpose} ${guide}.`, ...parts);
  });
  return sections.join("\n\n");
}

/** `on`: what its members are called on; they have headings then. */
function declarationOf({ name, doc, code, members }, { on, isAlone = false }) {
  const heading = isAlone ? "" : `### ${name}`;
  if (isUnionOfCodes(code)) return paragraphs(heading, doc, tableOf(valuesOf(code)));
  if (!members) return paragraphs(heading, `\`${signatureOf(code)}\``, doc);
  const shown = on
    ? overloadsOf(members).map((each) => memberOf(each, on))
    : [members.map(itemOf).join("\n")];
  return paragraphs(heading, doc, extendedBy(code), ...shown);
}

/** One heading, with every signature that goes by it. */
function memberOf(overloads, on) {
  const [{ name, doc, isMethod }] = overloads;
  const signatures = overloads.map(({ code }) => `\`${code.replace(/^readonly /, "")}\``);
  return paragraphs(`### ${on}.${name}${isMethod ? "()" : ""}`, ...signatures, doc);
}

/** One of a list. */
function itemOf({ name, doc, type, code, isOptional, isMethod }) {
  const signature = isMethod ? `\`${code}\`` : `\`${name}${isOptional ? "?" : ""}: ${type}\``;
  const [first, ...rest] = doc.split("\n");
  const lines = [first === "" ? signature : `${signature}: ${first}`, ...rest];
  return `- ${lines.join("\n  ").replaceAll(/^ +$/gm, "")}`;
}

function extendedBy(code) {
  const [, list] = / extends (.+?) \{/.exec(inOneLine(code)) ?? [];
  if (!list) return "";
  const types = list.split(/, (?![^<]*>)/).map((type) => IN_WORDS[type] ?? `\`${type}\``);
  return `It has all of ${types.join(", and of ")}. Its own:`;
}

function tableOf(values) {
  const rows = values.map(({ value, meaning }) => `| \`${value}\` | ${meaning} |`);
  return ["| code | |", "|---|---|", ...rows].join("\n");
}

const overloadsOf = (members) =>
  [...new Set(members.map(({ name }) => name))].map((name) => members.filter((one) => one.name === name));

const isUnionOfCodes = (code) => /^ {2}\| "[\w-]+" \/\//m.test(code);

const signatureOf = (code) =>
  inOneLine(code)
    .replace(/^export (?:declare )?(?:function |type |const )?/, "")
    .replace(/;$/, "");

const paragraphs = (...texts) => texts.filter((text) => text !== "").join("\n\n");

const sentence = (text) => text[0].toUpperCase() + text.slice(1);
