// Names that only the entry's own files use: properties, and texts that they compare. The build shortens both.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, wasmDirectory } from "../run/project.mjs";
import { StepFailed } from "../run/run.mjs";
import { namesOfExports } from "./glue.mjs";

/**
 * Properties. None is a name of the package's surface, the browser or a page. None is read by a text, unless it is in
 * `TEXTS`.
 */
const PROPERTIES = [
  "abandon",
  "age",
  "assertRunning",
  "attempt",
  "away",
  "broadcast",
  "call",
  "calls",
  "catalogue",
  "companyOf",
  "deadline",
  "deliver",
  "depart",
  "engine",
  "face",
  "fail",
  "failures",
  "featuresOf",
  "final",
  "first",
  "halt",
  "hearFirst",
  "hide",
  "holdUp",
  "identity",
  "isOpen",
  "isOver",
  "isRunning",
  "isWaiting",
  "kind",
  "known",
  "last",
  "leaves",
  "loadInstance",
  "long",
  "looked",
  "mayComeLater",
  "message",
  "messages",
  "module",
  "never",
  "news",
  "notices",
  "notify",
  "numberInitial",
  "numberOf",
  "optional",
  "owner",
  "pass",
  "pending",
  "promise",
  "publish",
  "refreshPermissions",
  "refusal",
  "refuse",
  "rejectAll",
  "response",
  "retry",
  "rolesChanged",
  "rolesOf",
  "rolesRefusal",
  "run",
  "say",
  "settle",
  "show",
  "showable",
  "shown",
  "signOut",
  "signedOut",
  "source",
  "started",
  "starting",
  "take",
  "tell",
  "telling",
  "told",
  "trapped",
  "unsaid",
  "unseen",
  "userOf",
  "wake",
  "wasDecided",
  "whenRunning",
  "windowGone",
  "windowOpened",
  "within",
];

/** Texts. None is ever given to a page, the browser or the module, or is the name of a property of theirs. */
const TEXTS = [
  "abandon",
  "answered",
  "asked",
  "away",
  "barred",
  "called",
  "catalogue-unwatched",
  "catalogue-watched",
  "coming",
  "depart",
  "due",
  "failed",
  "fetch",
  "focused",
  "halt",
  "heard",
  "here",
  "hidden",
  "hide",
  "holdUp",
  "inert",
  "leaving",
  "loaded",
  "login",
  "logout",
  "none",
  "not-reauthenticated",
  "opening",
  "other",
  "pass",
  "published",
  "reauthenticated",
  "refresh",
  "refuse",
  "restored",
  "retry",
  "running",
  "said",
  "say",
  "settled",
  "show",
  "ssoConfig",
  "tell",
  "trapped",
  "unloading",
  "visible",
  "waiting",
  "window-gone",
  "window-opened",
  "woken",
];

const ENTRY = "pkg/entry";

/** No text of the entry or of the declarations has one of these in it. */
const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g;

/** The most used name gets the first letter. This order gave the fewest bytes after Brotli. */
const LETTERS = "rQlemnofTPFKthisgRYkdNcpMWyv$EabjDwIJOSuALGqxUzZ_CHVBX";

/**
 * esbuild's options for them. The most used get one letter each: esbuild alone would avoid the letters that the glue uses,
 * though no object has both. An engine's exports keep the names that the module gave them. Fails where a name is public, or
 * where a property is also written as a text, which would stay long.
 */
export function privateNames() {
  // Without comments: their words would count as uses.
  const code = filesIn(ENTRY).join("\n").replace(COMMENTS, "");
  const declared = readFileSync(join(root, "pkg/index.d.ts"), "utf8").replace(COMMENTS, "");
  const decoders = filesIn("src/api").join("\n");
  for (const name of PROPERTIES) {
    if (new RegExp(`\\b${name}\\??\\s*[:(]`).test(declared)) throw new StepFailed(`${name} is public.`);
    if (code.includes(`"${name}"`) && !TEXTS.includes(name))
      throw new StepFailed(`${name} is written as a text.`);
    if (decoders.includes(`"${name}"`)) throw new StepFailed(`${name} is read by the module.`);
    if (!new RegExp(`\\b${name}\\b`).test(code)) throw new StepFailed(`Nothing is called ${name} any more.`);
  }
  for (const text of TEXTS) {
    if (declared.includes(`"${text}"`)) throw new StepFailed(`"${text}" is public.`);
    if (!code.includes(`"${text}"`)) throw new StepFailed(`Nothing says "${text}" any more.`);
  }
  const engine = new Map(Object.entries(namesOfExports(join(wasmDirectory, "platform_session.js"))));
  const properties = new Map([
    ...engine,
    ...shortened(PROPERTIES, (name) => new RegExp(`\\b${name}\\b`), code, [...engine.values()]),
  ]);
  // What is both has one short name.
  const both = new Map([...properties].filter(([name]) => TEXTS.includes(name)));
  const texts = shortened(
    TEXTS.filter((text) => !both.has(text)),
    (text) => `"${text}"`,
    code,
    [...both.values()],
  );
  return {
    mangleProps: new RegExp(`^(?:${[...properties.keys()].join("|")})$`),
    mangleCache: Object.fromEntries(properties),
    plugins: [shortTexts(new Map([...texts, ...both]))],
  };
}

const filesIn = (folder) =>
  readdirSync(join(root, folder)).map((name) => readFileSync(join(root, folder, name), "utf8"));

/** A short name for each, but for those that are taken: the shortest for the most used. */
function shortened(names, pattern, code, taken = []) {
  const uses = new Map(names.map((name) => [name, code.split(pattern(name)).length]));
  const free = Array.from({ length: names.length + taken.length }, (_, index) => letters(index)).filter(
    (short) => !taken.includes(short),
  );
  return new Map(
    [...names]
      .sort((one, other) => uses.get(other) - uses.get(one))
      .map((name, index) => [name, free[index]]),
  );
}

/** One letter, then two. */
const letters = (index) =>
  (index < LETTERS.length ? "" : letters(Math.floor(index / LETTERS.length) - 1)) +
  LETTERS[index % LETTERS.length];

/** Shortens the texts in each file as it is read. Each keeps its place, so that source maps fit the files as they are. */
const shortTexts = (short) => ({
  name: "short-texts",
  setup(build) {
    const text = new RegExp(`"(${TEXTS.join("|")})"`, "g");
    build.onLoad({ filter: /pkg\/entry\/[\w-]+\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(text, (whole, name) =>
        `"${short.get(name)}"`.padEnd(whole.length),
      ),
    }));
  },
});
