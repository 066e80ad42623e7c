// The preload lines for the head of a built page (docs/deploying.md). Vite itself adds the line for the modules.

import type { HtmlTagDescriptor, IndexHtmlTransformContext, ResolvedConfig, Rollup } from "vite";

const SESSION = "/api/auth/session";
const WASM = "platform_session_bg.wasm";
const WASM_TYPE = "application/wasm";

/** The context of a page that is being built, which has a bundle. */
export type Page = IndexHtmlTransformContext & { bundle: Rollup.OutputBundle };

/**
 * Returns the preload lines that the page lacks, as tags for Vite; none if no script of the page statically imports the package. `entries`: the
 * ids of the package's module, and of the module with the WebAssembly inside.
 */
export function headOf(
  html: string,
  { path, bundle, chunk }: Page,
  config: ResolvedConfig,
  entries: readonly (string | undefined)[],
): HtmlTagDescriptor[] {
  const modules = chunk ? modulesOf(chunk, bundle) : [];
  const [plain, inline] = entries.map((id) => modules.includes(id as string));
  if (!plain && !inline) return [];
  const has = (text: string) => linksOf(html).some((link) => link.includes(text));
  const tags: HtmlTagDescriptor[] = [];
  // The session is requested first: Vite's own tags are at the end of the head.
  if (!has(SESSION)) tags.push(preload("head-prepend", { crossorigin: "use-credentials", href: SESSION }));
  const wasm = encodeURI(Object.values(bundle).find(isWasm)?.fileName ?? "");
  // Without a file, Vite has put the WebAssembly into the script. The inline module, which has it inside, imports the plain one: `plain` is true
  // for both.
  if (!inline && wasm && !has(WASM_TYPE)) {
    const attributes = { type: WASM_TYPE, crossorigin: true, fetchpriority: "low" };
    tags.push(preload("head", { ...attributes, href: addressOf(wasm, path, config) }));
  }
  return tags;
}

const preload = (
  injectTo: "head" | "head-prepend",
  attributes: Record<string, string | boolean>,
): HtmlTagDescriptor => ({
  tag: "link",
  attrs: { rel: "preload", as: "fetch", ...attributes },
  injectTo,
});

/** Returns the ids of the modules in a chunk and in those that it imports statically. */
function modulesOf(first: Rollup.OutputChunk, bundle: Rollup.OutputBundle): string[] {
  const chunks = new Set([first]);
  for (const { imports } of chunks) {
    for (const name of imports) if (bundle[name]?.type === "chunk") chunks.add(bundle[name]);
  }
  return [...chunks].flatMap(({ moduleIds }) => moduleIds);
}

/** A file of the bundle, as far as `isWasm` reads it. */
interface BundleFile {
  type: string;
  names?: string[];
  name?: string | undefined;
}

/** Whether this file is the WebAssembly, by the name of its source: the built file may have another name. Rollup before 4.20 has only `name`. */
const isWasm = ({ type, names, name }: BundleFile) =>
  type === "asset" && [...(names ?? []), name].some((each) => each?.endsWith(WASM));

const linksOf = (html: string) => html.replaceAll(/<!--[\s\S]*?-->/g, "").match(/<link\b[^>]*>/gi) ?? [];

type RenderBuiltUrl = NonNullable<ResolvedConfig["experimental"]["renderBuiltUrl"]>;

/** Returns the address by which this page names a file, by Vite's own rules. */
function addressOf(file: string, path: string, { base, experimental }: ResolvedConfig): string {
  const page = path.slice(1);
  const toPage = "../".repeat(page.split("/").length - 1) || "./";
  const kind: Parameters<RenderBuiltUrl>[1] = { type: "asset", hostId: page, hostType: "html", ssr: false };
  const given = experimental?.renderBuiltUrl?.(file, kind);
  if (typeof given === "string") return given;
  const isRelative = given?.relative ?? (base === "" || base === "./");
  return (isRelative ? toPage : base) + file;
}
