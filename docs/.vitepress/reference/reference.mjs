// Writes the reference: a page of Markdown for each name that the declarations export, from their comments alone.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Application, Converter, ReflectionKind } from "typedoc";
import { MarkdownPageEvent } from "typedoc-plugin-markdown";
import { memberComments } from "./member-comments.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = join(root, "docs/reference");
/** What the pages and the links from the guides are made of: the names, each with its address. */
export const NAMES = join(folder, "names.json");

/** By the declarations' file, the name under which it is imported. */
export function declarations() {
  const names = { "pkg/index.d.ts": "platform-session" };
  const files = readdirSync(join(root, "pkg/adapters"), { recursive: true });
  for (const file of files.filter((file) => basename(file) === "index.d.ts").sort())
    names[`pkg/adapters/${file}`] = `platform-session/${dirname(file)}`;
  return names;
}

export async function writeReference() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const names = declarations();
  const app = await Application.bootstrapWithPlugins({
    entryPoints: Object.keys(names).map((file) => join(root, file)),
    tsconfig: fileURLToPath(new URL("tsconfig.json", import.meta.url)),
    plugin: ["typedoc-plugin-markdown"],
    outputs: [{ name: "markdown", path: folder }],
    name: "Reference",
    readme: "none",
    basePath: root,
    router: "member",
    entryFileName: "index",
    disableSources: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    // The frameworks' own types are not installed: frameworks.d.ts has the names alone.
    skipErrorChecking: true,
    excludeExternals: true,
    exclude: ["**/frameworks.d.ts"],
    validation: false,
    sort: ["source-order"],
    parametersFormat: "list",
    useCodeBlocks: true,
    logLevel: "Warn",
  });
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (reflection.kind === ReflectionKind.Module) reflection.name = nameOfModule(context, reflection, names);
    if (reflection.kind === ReflectionKind.TypeAlias) addMemberComments(context, reflection);
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => dropCompilersOwn(project));
  app.renderer.on(MarkdownPageEvent.END, (page) => {
    // "Interface: Subscribable<T>" is found as "Subscribable".
    page.contents = page.contents.replace(
      /^# (?:[A-Z][A-Za-z ]+: )?(.*)$/m,
      (_, name) => `# ${name.replace(/\\<.*>/, "")}`,
    );
  });
  app.renderer.on(MarkdownPageEvent.END, (page) => {
    if (page.url === "index.md") page.contents = firstPage(names);
  });
  const project = await app.convert();
  if (!project) throw new Error("TypeDoc could not read the declarations");
  refuseUndocumented(project);
  await app.generateOutputs(project);
  if (app.logger.hasErrors()) throw new Error("TypeDoc could not write the reference");
  writeFileSync(NAMES, JSON.stringify(indexOf(), null, 2));
}

/** The module of every page comes first. */
function firstPage(names) {
  const [first, ...rest] = Object.values(names);
  const links = [first, ...rest.sort()].map((name) => `- [${name}](${name}/index.md)`).join("\n");
  return `# Reference

What each import has, from the comments of its declarations. Every page uses the first one; [what the others are
for](/index.md#what-to-import). The search finds each name, and each member by its name.

${links}
`;
}

function nameOfModule(context, reflection, names) {
  const file = context.getSymbolFromReflection(reflection)?.declarations?.[0]?.getSourceFile().fileName;
  return names[relative(root, file ?? "")] ?? reflection.name;
}

/** The comment behind each member of a union: TypeDoc reads those of declarations alone. */
function addMemberComments(context, reflection) {
  const declaration = context.getSymbolFromReflection(reflection)?.declarations?.[0];
  const members = declaration ? memberComments(declaration.getText()) : [];
  if (members.length === 0) return;
  const list = members.map(({ member, comment }) => `- \`${member}\`: ${comment}`).join("\n");
  reflection.comment?.summary.push({ kind: "text", text: `\n\n${list}` });
}

/** Members that Angular's compiler writes into declarations, and that no page calls. */
function dropCompilersOwn(project) {
  for (const reflection of Object.values(project.reflections))
    if (reflection.name.startsWith("ɵ") || reflection.name === "ngTemplateContextGuard")
      project.removeReflection(reflection);
}

/** What is exported says what it is. */
function refuseUndocumented(project) {
  const silent = project.children
    .flatMap(({ children = [] }) => children)
    .filter((each) => !each.hasComment() && !each.signatures?.some((signature) => signature.hasComment()))
    .filter(({ kind }) => kind !== ReflectionKind.Reference)
    .map((each) => each.getFullName());
  if (silent.length > 0) throw new Error(`Declarations without a comment: ${silent.join(", ")}`);
}

/** Every page of the reference: the name, the import that has it, and its address. */
function indexOf() {
  const pages = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith(".md"));
  return pages
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.endsWith("index.md"))
    .map((path) => {
      const [, module, kind, name] = /^(.*)\/([a-z-]+)\/([^/]+)\.md$/.exec(path) ?? [];
      return { name, module, kind, path: `/reference/${path}` };
    })
    .sort((one, other) => one.module.localeCompare(other.module) || one.name.localeCompare(other.name));
}
