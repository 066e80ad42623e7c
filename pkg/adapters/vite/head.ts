// The head's lines of a built page (docs/deploying.md). Their second one, of the modules, comes from Vite.

import type { HtmlTagDescriptor, IndexHtmlTransformContext, ResolvedConfig, Rollup } from "vite";

const SESSION = "/api/auth/session";
const WASM = "platform_session_bg.wasm";
const WASM_TYPE = "application/wasm";

/** A page that is built. */
export type Page = IndexHtmlTransformContext & { bundle: Rollup.OutputBundle };

/**
 * As tags for Vite: those that the page lacks. None where no script of the page imports the package as it starts. `entries`:
 * the ids of the package's module, and of the one with the WebAssembly inside.
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
  // It leaves first: Vite's own tags are at the end of the head.
  if (!has(SESSION)) tags.push(preload("head-prepend", { crossorigin: "use-credentials", href: SESSION }));
  const wasm = encodeURI(Object.values(bundle).find(isWasm)?.fileName ?? "");
  // Not there: Vite has put it into the script. The module with the WebAssembly inside imports the other.
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

/** Of the chunk, and of those that it imports; not of those that it imports when it needs them. */
function modulesOf(first: Rollup.OutputChunk, bundle: Rollup.OutputBundle): string[] {
  const chunks = new Set([first]);
  for (const { imports } of chunks) {
    for (const name of imports) if (bundle[name]?.type === "chunk") chunks.add(bundle[name]);
  }
  return [...chunks].flatMap(({ moduleIds }) => moduleIds);
}

interface Built {
  type: string;
  names?: string[];
  name?: string | undefined;
}

/** By the name that it had: it may be built under any other. `name` is that of Rollup before 4.20. */
const isWasm = ({ type, names, name }: Built) =>
  type === "asset" && [...(names ?? []), name].some((each) => each?.endsWith(WASM));

const linksOf = (html: string) => html.replaceAll(/<!--[\s\S]*?-->/g, "").match(/<link\b[^>]*>/gi) ?? [];

type Renders = NonNullable<ResolvedConfig["experimental"]["renderBuiltUrl"]>;

/** As Vite addresses its own files in this page. */
function addressOf(file: string, path: string, { base, experimental }: ResolvedConfig): string {
  const page = path.slice(1);
  const toPage = "../".repeat(page.split("/").length - 1) || "./";
  const kind: Parameters<Renders>[1] = { type: "asset", hostId: page, hostType: "html", ssr: false };
  const given = experimental?.renderBuiltUrl?.(file, kind);
  if (typeof given === "string") return given;
  const isRelative = given?.relative ?? (base === "" || base === "./");
  return (isRelative ? toPage : base) + file;
}
